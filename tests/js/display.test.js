/** The five tiles, and what can be done with the one in hand. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { actionPanel, displayPanel } from "../../static/js/panels/display.js";
import { endCeremony } from "../../static/js/state/awards.js";
import { reducers } from "../../static/js/state/messages.js";
import { confirm, isMyMove, pick } from "../../static/js/state/placing.js";
import { newTable } from "../../static/js/state/table.js";
import { vectors } from "./vectors.js";

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
  TABLES.push(endCeremony(reducers.event(TABLES[i], { seq: i + 1, at: "", event, action_id: null })));

const MINE = /** @type {import("../../static/js/state/table.js").TableState} */ (
  TABLES.find((table) => isMyMove(table) && table.view?.taken.some((taker) => taker !== null)) ??
    TABLES.find(isMyMove)
);
const OPEN = /** @type {number} */ (MINE.view?.display.find((_, place) => MINE.view?.taken[place] === null));

/** What is pressed, in order. @type {any[]} */
const pressed = [];
const actions = /** @type {any} */ (
  new Proxy(
    {},
    {
      get:
        (_, name) =>
        (/** @type {any[]} */ ...given) =>
          pressed.push([name, ...given]),
    },
  )
);

/** All elements of a description. @param {any} piece @returns {any[]} */
const all = (piece) => (piece?.children ? [piece, ...piece.children.flatMap(all)] : []);

/** The classes and names of all that can be pressed. @param {any} piece */
const buttons = (piece) => all(piece).filter(({ attributes }) => attributes.onclick);

test("each tile of the round is there: one that is gone says so, and the one in hand is pressed", () => {
  const held = pick(MINE, OPEN);
  const tiles = buttons(displayPanel(held, actions));
  const { view } = held;
  assert.equal(tiles.length, view?.display.length);
  for (const [place, { attributes }] of tiles.entries()) {
    const isGone = view?.taken[place] !== null;
    assert.equal(attributes["aria-disabled"], isGone ? "true" : null);
    assert.equal(attributes["aria-pressed"], String(view?.display[place] === OPEN));
    assert.equal(attributes.class.includes("is-gone"), isGone);
  }
  tiles[0].attributes.onclick();
  assert.deepEqual(pressed.splice(0), [["pick", view?.display[0]]]);
  const over = /** @type {any} */ ({ ...held, view: { ...view, over: true } });
  assert.equal(displayPanel(over, actions), null);
});

test("a tile in hand can be turned both ways and placed; while it is sent it cannot", () => {
  const held = pick(MINE, OPEN);
  for (const { attributes } of buttons(actionPanel(held, actions))) attributes.onclick();
  assert.deepEqual(pressed.splice(0), [["turn", -1], ["confirm"], ["turn", 1]]);
  const sent = confirm(held, "an-action");
  const turning = buttons(actionPanel(sent, actions));
  assert.deepEqual(
    turning.map(({ attributes }) => attributes.disabled),
    [true, true],
  );
});

test("with nothing in hand it is said what to do; in the past there is the way back; who watches has neither", () => {
  const idle = actionPanel({ ...MINE, held: null }, actions);
  assert.equal(all(idle)[0].attributes.class, "action is-idle");
  assert.equal(buttons(idle).length, 0);
  const [back] = buttons(actionPanel({ ...MINE, held: null, reviewSeq: 1 }, actions));
  back.attributes.onclick();
  assert.deepEqual(pressed.splice(0), [["lookBack", null]]);
  assert.equal(actionPanel({ ...MINE, me: null }, actions), null);
});

test("nothing is picked up in the past, and whoever watches has nothing to press", () => {
  for (const state of [
    { ...MINE, reviewSeq: 1 },
    { ...MINE, me: null },
  ]) {
    const [first] = buttons(displayPanel(state, actions));
    assert.equal(first.attributes["aria-disabled"], "true");
    assert.equal(first.attributes["aria-pressed"], state.me === null ? null : "false");
    first.attributes.onclick();
    assert.equal(pressed.splice(0).length, state.reviewSeq === null ? 1 : 0);
  }
});

test("a move whose answer is late is being sent again; a tile that cannot be placed is put back", () => {
  const held = pick(MINE, OPEN);
  const sent = confirm(held, "an-action");
  /** @param {any} state */
  const words = (state) => JSON.stringify(actionPanel(state, actions));
  assert.match(words(sent), /action\.sending"/);
  assert.match(words({ ...sent, isDoubted: true }), /action\.sending_again/);
  const others = /** @type {any} */ ({ ...held, view: { ...held.view, due: 1 - (held.me ?? 0) } });
  const [, middle] = buttons(actionPanel(others, actions));
  middle.attributes.onclick();
  assert.deepEqual(pressed.splice(0), [["takeBack"]]);
});
