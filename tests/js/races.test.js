/** Races and what-ifs: verdicts as the Python rules give them, changes by hand-made cases. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { lay } from "../../static/js/rules/planet.js";
import { races, whatIf } from "../../static/js/rules/races.js";
import { vectors } from "./vectors.js";

const EMPTY = ".".repeat(60);
const TILES = ["OOOOO", "OOFFM", "MMMMM", "OODDM", "OMFDG"];

/**
 * A table with one card in the column of one round.
 * @param {string[]} planets
 * @param {string} animal
 * @param {number} round
 */
function table(planets, animal, round) {
  const columns = Array.from({ length: 10 }, (_, i) => (i + 3 === round ? [animal] : []));
  return { planets, columns, tiles: TILES };
}

/** @param {[string, number, number][]} laid */
function planet(...laid) {
  return laid.reduce((areas, [letters, face, turn]) => lay(areas, letters, face, turn), EMPTY);
}

test("verdicts are the awards of the Python rules", () => {
  for (const { planets, columns, winners } of vectors("awards")) {
    const verdicts = races({ planets, columns }).map(({ verdict }) => verdict);
    const leaders = verdicts.map((verdict) => (verdict.kind === "leads" ? verdict.seat : null));
    assert.deepEqual(leaders, winners);
  }
});

test("rankings put the winner first and every seat in one place", () => {
  for (const { planets, columns } of vectors("awards").slice(0, 100)) {
    for (const { ranking, verdict } of races({ planets, columns })) {
      assert.deepEqual(ranking.flat().sort(), [...planets.keys()]);
      if (verdict.kind === "leads") assert.deepEqual(ranking[0], [verdict.seat]);
    }
  }
});

test("rankings go from the best claim to the least, those that are equal together and in the order of their seats", () => {
  for (const { planets, columns } of vectors("awards")) {
    for (const { ranking, claims, round, animal } of races({ planets, columns })) {
      const depth = round === 12 && animal[1] !== "#" ? 3 : 1;
      const worth = (/** @type {number} */ seat) =>
        Array.from({ length: 3 }, (_, i) => (i < depth ? (claims[seat][i] ?? 0) : 0)).reduce(
          (sum, n) => 100 * sum + n,
        );
      for (const group of ranking) {
        assert.deepEqual(group, group.toSorted());
        assert.equal(new Set(group.map(worth)).size, 1);
      }
      const worths = ranking.map(([seat]) => worth(seat));
      assert.deepEqual(
        worths,
        [...new Set(worths)].sort((a, b) => b - a),
      );
    }
  }
});

test("a tie moves on, and in round 12 goes to the box", () => {
  const same = [planet(["OOFFM", 0, 0]), planet(["OODDM", 0, 0])];
  assert.deepEqual(races(table(same, "O-G", 7))[0].verdict, { kind: "tie", seats: [0, 1], to: 8 });
  assert.deepEqual(races(table(same, "O-G", 12))[0].verdict, { kind: "tie", seats: [0, 1], to: null });
});

test("a claim of nothing never wins", () => {
  const bare = table([EMPTY, planet(["OOFFM", 0, 0])], "G+O", 5);
  assert.deepEqual(races(bare)[0].verdict, { kind: "nobody", to: 6 });
});

test("round 12 compares second regions where the largest tie", () => {
  const seats = [planet(["OOFFM", 0, 0]), planet(["OOFFM", 0, 0], ["OMFDG", 11, 3])];
  const [last] = races(table(seats, "O+M", 12));
  assert.deepEqual(last.claims, [[2], [2, 1]]);
  assert.deepEqual(last.verdict, { kind: "leads", seat: 1, entry: 1 });
  assert.equal(races(table(seats, "O+M", 11))[0].verdict.kind, "tie");
});

test("face-down cards are no races", () => {
  const found = races({ planets: [EMPTY, EMPTY], columns: [["O#", null], [null]] });
  assert.equal(found.length, 1);
  assert.equal(found[0].animal, "O#");
});

test("a what-if names the lead it takes", () => {
  const view = table([planet(["OOFFM", 0, 0]), planet(["OODDM", 0, 0])], "O-G", 7);
  const { changes } = whatIf(view, 0, { tile: 0, face: 1, turn: 0 });
  assert.equal(changes.length, 1);
  assert.deepEqual([changes[0].from, changes[0].to], [[2], [7]]);
  assert.equal(changes[0].effect, "takes_lead");
  assert.equal(changes[0].because, null);
});

test("a what-if says why a region drops out", () => {
  const view = table([planet(["OOOOO", 0, 0]), planet(["OOFFM", 0, 0])], "O-M", 7);
  const [change] = whatIf(view, 0, { tile: 2, face: 1, turn: 0 }).changes;
  assert.equal(change.effect, "drops_out");
  assert.deepEqual(change.because, { kind: "touches", habitat: "M" });
  assert.deepEqual(change.before, { kind: "leads", seat: 0, entry: 0 });
  assert.deepEqual(change.after, { kind: "nobody", to: 8 });
});

test("a what-if says when regions are joined", () => {
  const apart = planet(["OOFFM", 0, 0], ["OOFFM", 7, 2]);
  const [change] = whatIf(table([apart, EMPTY], "O#", 4), 0, { tile: 0, face: 2, turn: 0 }).changes;
  assert.deepEqual([change.from, change.to], [[2], [1]]);
  assert.equal(change.effect, "keeps_lead");
  assert.deepEqual(change.because, { kind: "joined" });
});

test("a what-if leaves the view as it was", () => {
  const view = table([planet(["OOFFM", 0, 0]), EMPTY], "O#", 4);
  const before = JSON.stringify(view);
  whatIf(view, 0, { tile: 1, face: 3, turn: 2 });
  assert.equal(JSON.stringify(view), before);
});

test("a what-if with all races of four planets takes at most 4 ms", () => {
  const full = vectors("awards").filter(
    (/** @type {{planets: string[]}} */ { planets }) => planets.length === 4,
  );
  const views = full.map((/** @type {{planets: string[], columns: string[][]}} */ { planets, columns }) => {
    return { planets: [planet(["OOFFM", 1, 0]), ...planets.slice(1)], columns, tiles: TILES };
  });
  for (const view of views) whatIf(view, 0, { tile: 4, face: 0, turn: 1 });
  const before = process.cpuUsage(); // of this process alone: the machine may be busy with others
  for (const view of views) whatIf(view, 0, { tile: 4, face: 0, turn: 2 });
  const mean = process.cpuUsage(before).user / 1000 / views.length;
  assert.ok(mean < 4, `${mean} ms`);
});
