/** What fingers and pointers do: a swipe that counts once, and a tile in hand that the net catches from near. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { unfold } from "../../static/js/net/layout.js";
import { newTable } from "../../static/js/state/table.js";
import { bindSwipe } from "../../static/js/table/gestures.js";
import { makePointerActions } from "../../static/js/table/pointer-actions.js";
import { vectors } from "./vectors.js";

const { start } = vectors("games").find((/** @type {any} */ game) => game.audience === 0);

/** Swipes over the board, while something is held or nothing. @param {object | null} [held] */
function board(held = null) {
  const root = new EventTarget();
  /** @type {number[]} */
  const swiped = [];
  const actions = { get: () => ({ held }), swipe: (/** @type {number} */ by) => swiped.push(by) };
  bindSwipe(/** @type {any} */ (root), /** @type {any} */ (actions));
  /** @param {string} type @param {number} clientX @param {number} clientY @param {object} [more] */
  const finger = (type, clientX, clientY, more = {}) => {
    const event = new Event(type);
    const target = { closest: () => target };
    Object.defineProperty(event, "target", { value: target });
    root.dispatchEvent(Object.assign(event, { pointerType: "touch", clientX, clientY, ...more }));
  };
  return { finger, swiped };
}

test("a swipe brings the next planet once, and only one that goes sideways, by a finger, with empty hands", (context) => {
  Object.assign(globalThis, { window: new EventTarget() });
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { finger, swiped } = board();
  finger("pointerdown", 100, 50);
  finger("pointerup", 30, 60);
  finger("pointerup", -100, 60);
  assert.deepEqual(swiped, [1]);
  finger("pointerdown", 30, 50);
  finger("pointerup", 80, 20);
  assert.deepEqual(swiped, [1, -1]);
  for (const [x, y] of [
    [47, 0],
    [60, 45],
    [-60, 90],
  ]) {
    finger("pointerdown", 0, 0);
    finger("pointerup", x, y);
  }
  finger("pointerdown", 0, 0, { pointerType: "mouse" });
  finger("pointerup", 90, 0);
  assert.deepEqual(swiped, [1, -1]);
  const full = board({});
  full.finger("pointerdown", 0, 0);
  full.finger("pointerup", 90, 0);
  assert.deepEqual(full.swiped, []);
});

test("a free face catches the tile in hand from a little beyond its rim, and nothing from farther away", () => {
  const sheet = unfold(0, 650, 520);
  const first = sheet.places[0];
  const [tile] = start.display;
  const held = { tile, face: 5, turn: 0, isPinned: false };
  /** @type {any} */
  let state = { ...newTable(), game: "g", role: "seat", me: 0, view: start, held };
  const basics = {
    get: () => state,
    update: (/** @type {(now: any) => any} */ change) => (state = change(state)),
  };
  const { point } = makePointerActions(
    /** @type {any} */ ({ sheet: () => sheet }),
    /** @type {any} */ (basics),
    /** @type {any} */ ({}),
  );
  const middle = { x: first.x, y: first.y };
  point({ x: -400, y: -400 });
  assert.equal(state.held.face, 5);
  assert.equal(state.hover, null);
  point(middle);
  assert.equal(state.held.face, 0);
  assert.equal(state.hover, 0);
  for (const [face, { x, y }] of sheet.places.entries()) {
    point({ x: x + 0.3 * sheet.radius, y });
    assert.equal(state.held.face, face);
  }
});
