/** What people are called where there is little room. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { shortName } from "../../static/js/table/words.js";

/** @param {string[]} names */
const table = (...names) =>
  /** @type {any} */ ({ room: { seats: names.map((name, seat) => ({ seat, name })) } });

test("a name's last word is short enough for a lane", () => {
  assert.equal(shortName(table("Quiet Comet", "Jonas"), 0), "Comet");
  assert.equal(shortName(table("Quiet Comet", "Jonas"), 1), "Jonas");
});

test("a number behind a name stays with it", () => {
  assert.equal(shortName(table("Grove", "Grove 2"), 1), "Grove 2");
  assert.equal(shortName(table("Quiet Comet", "Quiet Comet 2"), 1), "Comet 2");
});

test("two that would be called alike keep their whole names", () => {
  assert.equal(shortName(table("Quiet Comet", "Brave Comet"), 0), "Quiet Comet");
});
