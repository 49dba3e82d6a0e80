/** What became of the last round's animals stays in sight until my next tile, and tells no more than the cards have. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { resultsPanel } from "../../static/js/panels/results.js";
import { endCeremony, nextInCeremony } from "../../static/js/state/awards.js";
import { reducers } from "../../static/js/state/messages.js";
import { newTable } from "../../static/js/state/table.js";
import { readTexts } from "./catalogue.js";
import { vectors } from "./vectors.js";

await readTexts({
  "log.tied_moves": "a tie, moves to {round}",
  "log.chose_with": "chose {name}",
  "log.chose_with_you": "chose you",
  "table.you": "you",
});

const GAME = vectors("games").find((/** @type {any} */ game) => game.audience !== null);

/** My table after each event. @type {import("../../static/js/state/table.js").TableState[]} */
const TABLES = [
  reducers.snapshot(reducers.welcome(newTable(), { role: "seat", seat: GAME.audience }), {
    game: "g",
    seq: 0,
    view: GAME.start,
  }),
];
for (const [i, { event }] of GAME.steps.entries())
  TABLES.push(reducers.event(TABLES[i], { seq: i + 1, at: "", event, action_id: null }));

/** @param {any} state */
const animals = (state) =>
  resultsPanel(state)?.children.map((item) => (typeof item === "string" ? item : item.key)) ?? [];

test("each animal of a round is there as its card decides, and all of them when the cards are over", () => {
  const table = TABLES.find(({ ceremony, view }) => (ceremony?.cards.length ?? 0) > 1 && !view?.over);
  assert.ok(table?.ceremony);
  const all = table.ceremony.cards.map(({ animal }) => animal);
  assert.deepEqual(animals(table), []);
  let now = table;
  while (now.ceremony?.card === 0) now = nextInCeremony(now);
  assert.deepEqual(animals(now), all.slice(0, 1));
  assert.deepEqual(animals(endCeremony(table)), all);
});

test("they make way for a tile in hand and go when mine lies, not when another's does; before the first there are none", () => {
  assert.equal(resultsPanel(TABLES[0]), null);
  let kept = 0;
  for (const table of TABLES.map(endCeremony)) {
    const { view } = table;
    if (!view || view.over || view.round < 4) continue;
    const count = view.awards.filter(({ round }) => round === view.round - 1).length;
    const isMineLaid = view.taken.includes(GAME.audience);
    assert.equal(animals(table).length, isMineLaid ? 0 : count);
    kept += isMineLaid ? 0 : count;
    const held = { tile: 0, face: 0, turn: 0, isPinned: false };
    assert.equal(resultsPanel({ ...table, held }), null); // free faces lie under it
  }
  assert.ok(kept > 0);
});

test("who has it is said to me as you, a tie by the round to which it moves", () => {
  const words = TABLES.map((table) => JSON.stringify(resultsPanel(endCeremony(table))) ?? "").join();
  assert.match(words, /chose you/);
  assert.match(words, /chose Seat|chose seat|table.seat/);
  const tied = TABLES.flatMap(({ view }) => view?.awards.filter(({ seat }) => seat === null) ?? []);
  if (tied.length > 0) assert.match(words, /icon-moved-on/);
});
