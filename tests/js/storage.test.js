/** What the browser remembers: whatever it says, a page goes on. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { remember, remembered } from "../../static/js/ui/storage.js";

/** @param {() => string | null} get @param {(key: string, value: string) => void} set */
function storage(get, set) {
  /** @type {any} */ (globalThis).localStorage = { getItem: get, setItem: set };
}

const forbidden = () => {
  throw new Error("forbidden");
};

test("what was chosen last is remembered", () => {
  const kept = new Map();
  /** @type {any} */ (globalThis).localStorage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  };
  assert.equal(remembered("sound", "off"), "off");
  remember("sound", { loud: true });
  assert.deepEqual(remembered("sound", "off"), { loud: true });
});

test("a browser that forbids it, or keeps what nobody wrote, has the usual", () => {
  storage(forbidden, forbidden);
  assert.doesNotThrow(() => remember("sound", "on"));
  assert.equal(remembered("sound", "off"), "off");
  storage(() => "{half", forbidden);
  assert.equal(remembered("sound", "off"), "off");
});
