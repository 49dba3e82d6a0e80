/** The reader of records says the same as `python -m app record verify`, of right ones and of wrong ones. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { pastOf } from "../../static/js/rules/history.js";
import { readRecord } from "../../static/js/rules/record.js";
import { parseJson, written } from "../../static/js/rules/strict_json.js";
import { applyEvent } from "../../static/js/rules/view.js";
import { vectors } from "./vectors.js";

const PLACE = "put it here";
/** The record of which every field is changed. */
const FULL = 1;
const { records, changes, texts, seen } = vectors("records");

test("every true record is found right, and its steps lead to its awards and scores", async () => {
  assert.ok(records.length >= 500);
  for (const document of records) {
    const { record, wrong } = await readRecord(JSON.stringify(document));
    assert.deepEqual(wrong, []);
    assert.deepEqual(record?.state.moves, document.moves);
    assert.deepEqual(record?.state.awards, document.awards);
    const end = record?.steps.at(-1)?.seen.at(-1);
    if (document.scores) {
      assert.deepEqual([end?.kind, end?.scores, end?.winners], ["over", document.scores, document.winners]);
    }
  }
});

test("what everybody saw after each move is what the server told them", async () => {
  for (const [i, thens] of seen.entries()) {
    const { record } = await readRecord(JSON.stringify(records[i]));
    assert.deepEqual(
      record?.steps.map(({ seen: after }) => after),
      thens,
    );
  }
});

test("a record's past is its moves in their order, with whoever made them, and leads to its end", async () => {
  for (const document of records) {
    const { record } = await readRecord(JSON.stringify(document));
    assert.ok(record);
    const { log, startFor } = pastOf(record);
    const moves = log.flatMap(({ event }) => (event.kind === "move" ? [event] : []));
    assert.deepEqual(
      moves.map(({ round, seat, tile, face, turn }) => [round, seat, tile, face, turn]),
      document.moves,
    );
    assert.deepEqual(
      log.map(({ seq }) => seq),
      log.map((_, i) => i + 1),
    );
    const helped = moves.flatMap(({ by }, i) => (by === "caretaker" ? [i] : []));
    assert.deepEqual(helped, document.caretaker ?? []);
    const planned = moves.flatMap((move, i) => (move.planned ? [i] : []));
    assert.deepEqual(planned, document.planned ?? []);
    for (const [i, { by, seat }] of moves.entries()) {
      const isTaken = (document.takeovers ?? []).some(
        (/** @type {any[]} */ [count, taken]) => taken === seat && count <= i,
      );
      if (by !== "caretaker") assert.equal(by === "bot", isTaken || document.players[seat].bot !== null);
    }
    const end = log.reduce(
      (view, { event }) => applyEvent(view, event),
      startFor({ seat: null, isOpen: false }),
    );
    assert.deepEqual(end.awards, document.awards);
    if (document.scores) assert.deepEqual([end.scores, end.winners], [document.scores, document.winners]);
    assert.equal(log.at(-1)?.event.kind === "abandoned", Boolean(document.ended));
  }
});

test("every field of a record was changed once, at least", () => {
  const said = new Set(
    changes
      .filter((/** @type {any} */ { record }) => record === FULL)
      .map((/** @type {any} */ { path }) => JSON.stringify(path)),
  );
  /** @param {any} place @param {(string | number)[]} path @returns {string[]} */
  const fields = (place, path) =>
    place === null || typeof place !== "object"
      ? []
      : Object.entries(place).flatMap(([key, item]) => {
          const here = [...path, Array.isArray(place) ? Number(key) : key];
          return [JSON.stringify(here), ...fields(item, here)];
        });
  const all = fields(records[FULL], []);
  assert.ok(all.length > 500);
  assert.deepEqual(
    all.filter((one) => !said.has(one)),
    [],
  );
});

test("a record in which one thing is another is refused with the verifier's lines", async () => {
  assert.ok(changes.filter((/** @type {any} */ { wrong }) => wrong.length).length > 2000);
  for (const change of changes) {
    const { wrong } = await readRecord(changed(change));
    assert.deepEqual(wrong, change.wrong, JSON.stringify([change.record, change.path, change.text]));
  }
});

test("a text with two meanings, or none, is refused with the verifier's line", async () => {
  for (const { text, wrong } of texts)
    assert.deepEqual((await readRecord(text)).wrong, wrong, text.slice(0, 80));
});

test("words are what they say", () => {
  assert.deepEqual(parseJson("[true, false, null]"), [true, false, null]);
});

test("a text that is no JSON is refused with the place where it ceases to be", async () => {
  for (const text of [
    "",
    "{",
    '{"a"}',
    "[1,]",
    '{"a":1,}',
    "[01]",
    "tru",
    '"a\nb"',
    '"\\x"',
    "1 2",
    "[+1]",
    "[.5]",
  ]) {
    const { record, wrong } = await readRecord(text);
    assert.equal(record, null);
    assert.match(
      wrong.join(),
      /^The document is not JSON: something is wrong in line \d, after \d+ characters\.$/,
      text,
    );
  }
});

test("numbers are quoted as they were written", () => {
  for (const text of [
    "[1.0, 0.1, 1e+16, 1e-05, 0.0001, -2.5, 123456.789, 12345678901234567, -0.0]",
    '{"a": ["ż", null]}',
  ]) {
    assert.equal(written(parseJson(text)), text);
  }
});

/** @param {{record: number, path: (string | number)[], text: string | null}} change */
function changed({ record, path, text }) {
  const document = structuredClone(records[record]);
  const above = path.slice(0, -1).reduce((place, key) => place[key], document);
  const last = path.at(-1) ?? "";
  if (text !== null) above[last] = PLACE;
  else if (Array.isArray(above)) above.splice(Number(last), 1);
  else delete above[last];
  const whole = JSON.stringify(document);
  return text === null ? whole : whole.replace(JSON.stringify(PLACE), () => text);
}
