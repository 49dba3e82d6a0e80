/** Equal numbers are never left alone: second and third regions are shown where they decide, and why somebody won. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cardPanel } from "../../static/js/panels/card.js";
import { ceremonyPanel } from "../../static/js/panels/ceremony.js";
import { racesPanel } from "../../static/js/panels/races.js";
import { decidingEntries, races } from "../../static/js/rules/races.js";
import { litAreas } from "../../static/js/state/lit.js";
import { newTable } from "../../static/js/state/table.js";
import { awardText } from "../../static/js/texts/events.js";
import { reason } from "../../static/js/texts/result.js";
import { readTexts } from "./catalogue.js";
import { vectors } from "./vectors.js";

await readTexts({ "common.list_comma": ", ", "races.told": "{claims}. {verdict}." });

/** @typedef {import("../../static/js/rules/races.js").Race} Race */
/** @type {{planets: string[], columns: string[][]}[]} */
const TABLES = vectors("awards");
const hands = /** @type {any} */ ({});

/** Every race that a later region decides, with its table. @param {number} entry */
function* decidedBy(entry) {
  for (const table of TABLES)
    for (const race of races(table))
      if (race.verdict.kind === "leads" && race.verdict.entry === entry)
        yield { table, race, seat: race.verdict.seat };
}

/** A watcher's table in the last round. @param {{planets: string[], columns: string[][]}} table @param {Race} race */
function tableOf({ planets, columns }, { animal }) {
  const view = { planets, columns, players: planets.length, round: 12, awards: [], tiles: [], due: 0 };
  const card = { animal, round: 12, isPinned: true };
  return { ...newTable(), view: /** @type {any} */ (view), card };
}

test("the first region alone is shown where it decides", () => {
  for (const { race } of decidedBy(0))
    for (const entries of decidingEntries(race)) assert.equal(entries.length, 1);
});

test("planets with equal regions are told apart by those that decide", () => {
  let found = 0;
  for (const depth of [1, 2])
    for (const { race, seat } of decidedBy(depth)) {
      found++;
      const shown = decidingEntries(race);
      const [first] = shown[seat];
      for (const [other, entries] of shown.entries()) {
        assert.equal(entries.length, entries[0] === first ? depth + 1 : 1);
        if (other === seat) continue;
        const difference =
          shown[seat].map((entry, i) => entry - (entries[i] ?? 0)).find((one) => one !== 0) ?? 0;
        assert.ok(difference > 0, `${shown[seat]} against ${entries}`);
      }
    }
  assert.ok(found > 20, `${found} ties to look at`);
});

test("race, card, ceremony and what glows show the region that decides", () => {
  for (const [depth, name] of [
    [1, "second"],
    [2, "third"],
  ]) {
    const { value } = decidedBy(Number(depth)).next();
    assert.ok(value);
    const { table, race, seat } = value;
    const state = tableOf(table, race);
    const numbers = decidingEntries(race)[seat].join("·");
    const panel = JSON.stringify(racesPanel(state));
    assert.match(panel, new RegExp(`races.leads_${name}`));
    assert.match(panel, new RegExp(`races.claim_${name}`));
    assert.ok(panel.includes(`"${numbers}"`));
    const card = JSON.stringify(cardPanel(state, hands));
    assert.match(card, new RegExp(`card.decides_${name}`));
    assert.ok(card.includes(`"${numbers}"`));
    const size = decidingEntries(race)[seat].reduce((sum, one) => sum + one);
    assert.equal(litAreas(state, seat).length, size);
    const award = { ...race, seat };
    const ceremony = { cards: [award], card: 0, step: race.claims.length + 1 };
    const shown = JSON.stringify(ceremonyPanel({ ...state, card: null, ceremony }));
    assert.ok(shown.includes(`"${numbers}"`));
    assert.match(shown, new RegExp(`log.chose_with_${name}`));
  }
});

/** @param {[number, number][]} seats  points and animals @param {number[]} winners */
const ended = (seats, ...winners) =>
  /** @type {any} */ ({ winners, scores: seats.map(([total, animals], seat) => ({ seat, total, animals })) });

test("who wins at equal points is told by what; else points say it", () => {
  assert.equal(
    reason(
      ended(
        [
          [18, 7],
          [18, 5],
          [9, 9],
        ],
        0,
      ),
    ),
    "end.more_animals",
  );
  assert.equal(
    reason(
      ended(
        [
          [18, 7],
          [18, 7],
        ],
        0,
        1,
      ),
    ),
    "end.equal",
  );
  assert.equal(
    reason(
      ended(
        [
          [18, 7],
          [17, 9],
        ],
        0,
      ),
    ),
    "",
  );
});

test("a tie is told as one from the least claim on, and nobody's as nobody's; in the last round both go to the box", () => {
  const told = (/** @type {number[][]} */ claims, round = 5) =>
    awardText(newTable(), { animal: "F+O", seat: null, round, claims });
  assert.match(told([[1], [1]]), /log\.tied_moves/);
  assert.match(told([[0], [0]]), /log\.nobody_moves/);
  assert.match(told([[4], [4], [0]]), /log\.tied_moves/);
  for (const claims of [
    [[0], [0]],
    [[4], [4]],
  ])
    assert.match(told(claims, 12), /log\.to_box/);
});
