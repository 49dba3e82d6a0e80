/** A move of the past tried again: the table as it was before it, one seat's choice, and the way back. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { viewOnShow } from "../../static/js/state/looking.js";
import { lastPly, leaveTrial, plyOnShow, showPly } from "../../static/js/state/past.js";
import { canPlace, confirm, pick } from "../../static/js/state/placing.js";
import { newTable } from "../../static/js/state/table.js";
import { choicesOf, judgeTrial, lossOf, standBefore } from "../../static/js/state/trial.js";
import { placementTried } from "../../static/js/state/trying.js";
import { vectors } from "./vectors.js";

const GAME = vectors("games").find((/** @type {any} */ game) => game.start.players === 3);
const LOG = GAME.steps.map((/** @type {any} */ { event }, /** @type {number} */ i) => ({
  seq: i + 1,
  at: "",
  event,
}));
const MOVES = LOG.filter((/** @type {any} */ { event }) => event.kind === "move");

/** A replay at its end. */
function replay() {
  const end = GAME.steps.at(-1).view;
  const state = { ...newTable(), game: "g", log: LOG, seq: LOG.length, isReplay: true, start: GAME.start };
  return showPly({ ...state, view: end, role: "watcher" }, MOVES.length);
}

/** Before the tenth move. @param {any} [state] */
function trying(state = replay()) {
  const { seat, round } = MOVES[9].event;
  return standBefore(state, { ply: 10, round, seat, number: 1, all: 2 }, GAME.start);
}

test("whoever tries a move again stands before it, may pick what lay there then, and place it", () => {
  const state = trying();
  const { seat, tile } = MOVES[9].event;
  assert.equal(plyOnShow(state), 9);
  assert.equal(state.view?.due, seat);
  assert.equal(state.me, seat);
  const held = pick(state, tile, 0);
  assert.ok(canPlace(held));
  assert.equal(confirm(held, "a").pending?.tile, tile);
});

test("what was placed is judged, lies on the planet, and something else may be tried", () => {
  const { tile, face, turn } = MOVES[9].event;
  const held = confirm(pick(trying(), tile, 0), "a");
  const judged = judgeTrial(held, "Nearly.", { tile, face, turn }, false);
  assert.equal(judged.pending, null);
  assert.deepEqual(placementTried(judged), { tile, face, turn });
  assert.equal(judged.trial?.verdict, "Nearly.");
  assert.ok(pick(judged, tile, 0).held);
  assert.equal(judgeTrial(replay(), "No trial.", { tile, face, turn }, true).trial, null);
});

test("every way through time leads out of it, and all of the game is there again", () => {
  const before = replay();
  const left = leaveTrial(trying());
  assert.equal(plyOnShow(left), 9);
  assert.equal(left.me, before.me);
  assert.equal(left.trial, null);
  assert.deepEqual(viewOnShow(showPly(trying(), MOVES.length)), viewOnShow(before));
  assert.equal(plyOnShow(showPly(trying(), 3)), 3);
  assert.equal(lastPly(showPly(trying(), 3)), MOVES.length);
});

test("the next move is tried from the last one as from the replay itself", () => {
  const { seat, round } = MOVES[20].event;
  const asked = { ply: 21, round, seat, number: 2, all: 2 };
  const next = standBefore(trying(), asked, GAME.start);
  const direct = standBefore(replay(), asked, GAME.start);
  assert.deepEqual(next.view, direct.view);
  assert.deepEqual(next.trial, direct.trial);
});

test("a placement costs what it was judged, and around lonely faces as the one that stands for them", () => {
  const losses = [
    [4, 0, 0, 0.5],
    [4, 0, 1, 0],
    [4, 7, 0, 2.5],
    [9, 0, 0, 1],
  ];
  assert.equal(lossOf(losses, { tile: 4, face: 0, turn: 1 }), 0);
  assert.equal(lossOf(losses, { tile: 4, face: 9, turn: 3 }), 2.5);
  assert.equal(lossOf(losses, { tile: 5, face: 0, turn: 0 }), null);
});

test("choices are learnt from in the order in which a seat made them; one is shown alone", () => {
  const one = (/** @type {number} */ ply, /** @type {number} */ seat) =>
    /** @type {any} */ ({ ply, seat, cost: 1 });
  const costly = [one(30, 0), one(7, 1), one(4, 0)];
  const plies = (/** @type {any} */ { choices }) => choices.map((/** @type {any} */ each) => each.ply);
  assert.deepEqual(plies(choicesOf(costly, 30, false)), [4, 30]);
  assert.equal(choicesOf(costly, 30, false).at, 1);
  assert.deepEqual(plies(choicesOf(costly, 7, true)), [7]);
});
