/** What the device does for a game: the screen stays on in a live one, a phone shakes when asked to; nothing before that. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { newTable } from "../../static/js/state/table.js";
import { followDevice, isOffered, toggle } from "../../static/js/table/device.js";

/** @param {number | null} clock @param {any} [view] @returns {any} */
const table = (clock, view = {}) => ({
  ...newTable(),
  me: 0,
  game: "g",
  view: { due: 1, over: false, ...view },
  room: { options: { clock }, game: { state: "playing" } },
});
const settle = () => new Promise((resolve) => setTimeout(resolve, 2));

/** A phone: what was asked of it. */
function phone() {
  const kept = new Map();
  const seen = { locks: /** @type {any[]} */ ([]), shakes: 0, visibilityState: "visible" };
  const request = async () => {
    const lock = { released: false, release: async () => void Object.assign(lock, { released: true }) };
    seen.locks.push(lock);
    return lock;
  };
  const vibrate = () => {
    seen.shakes += 1;
  };
  Object.defineProperty(globalThis, "navigator", {
    value: { wakeLock: { request }, vibrate },
    configurable: true,
  });
  Object.assign(globalThis, {
    document: seen,
    matchMedia: () => ({ matches: true }),
    localStorage: {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ text) => kept.set(key, text),
    },
  });
  return seen;
}

test("the screen stays on while a live game runs and is in sight, never in a slow one, and not when it is over", async () => {
  const seen = phone();
  followDevice(table(86_400));
  await settle();
  assert.equal(seen.locks.length, 0);
  assert.equal(isOffered(table(86_400), "awake"), false);
  followDevice(table(60));
  followDevice(table(60));
  await settle();
  followDevice(table(60));
  await settle();
  assert.equal(seen.locks.length, 1);
  seen.locks[0].released = true; // as a browser does when the page goes out of sight
  seen.visibilityState = "hidden";
  followDevice(table(60));
  await settle();
  assert.equal(seen.locks.length, 1);
  seen.visibilityState = "visible";
  followDevice(table(60));
  await settle();
  assert.equal(seen.locks.length, 2);
  followDevice(table(60, { over: true }));
  assert.equal(seen.locks[1].released, true);
  followDevice(table(60));
  await settle();
  toggle(table(60), "awake");
  assert.equal(seen.locks[2].released, true);
  followDevice(table(60));
  await settle();
  assert.equal(seen.locks.length, 3);
});

test("a phone shakes when it becomes my move, once somebody wants that", () => {
  const seen = phone();
  const [theirs, mine] = [table(60), table(60, { due: 0 })];
  for (const state of [theirs, mine]) followDevice(state);
  assert.equal(seen.shakes, 0);
  toggle(theirs, "vibration");
  assert.equal(seen.shakes, 1); // so feels it
  for (const state of [theirs, mine, mine, theirs]) followDevice(state);
  assert.equal(seen.shakes, 2);
  toggle(theirs, "vibration");
  followDevice(mine);
  assert.equal(seen.shakes, 2);
});
