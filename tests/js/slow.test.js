import assert from "node:assert/strict";
import { test } from "node:test";
import { slowLine } from "../../static/js/panels/slow.js";
import { isSlow } from "../../static/js/state/table.js";
import { readTexts } from "./catalogue.js";

const HOUR = 3_600_000;

test("time that is left is told in days, hours or minutes", async () => {
  await readTexts({
    "table.days_left_other": "{count} days left",
    "table.hours_left_other": "{count} hours left",
    "table.minutes_left_one": "{count} minute left",
    "table.minutes_left_other": "{count} minutes left",
  });
  assert.equal(slowLine(47 * HOUR), "2 days left");
  assert.equal(slowLine(30 * HOUR), "30 hours left");
  assert.equal(slowLine(2 * HOUR), "2 hours left");
  assert.equal(slowLine(HOUR), "60 minutes left");
  assert.equal(slowLine(30_000), "1 minute left");
  assert.equal(slowLine(-5), "1 minute left");
});

test("a game is slow where a move may take hours", () => {
  assert.equal(isSlow(/** @type {any} */ ({ room: { options: { clock: 86_400 } } })), true);
  assert.equal(isSlow(/** @type {any} */ ({ room: { options: { clock: 120 } } })), false);
  assert.equal(isSlow(/** @type {any} */ ({ room: null })), false);
});
