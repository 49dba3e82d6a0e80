/** The check of the deal in the browser agrees with the Python deal, and sees through a changed one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { isDealFair } from "../../static/js/rules/deal.js";
import { vectors } from "./vectors.js";

test("every true deal is found fair", async () => {
  for (const record of vectors("deals")) assert.ok(await isDealFair(record));
});

test("another seed, another order, another objective: not fair", async () => {
  const [record] = vectors("deals");
  const flipped = record.seed.startsWith("0") ? `1${record.seed.slice(1)}` : `0${record.seed.slice(1)}`;
  assert.equal(await isDealFair({ ...record, seed: flipped }), false);
  assert.equal(await isDealFair({ ...record, order: record.order.toReversed() }), false);
  assert.equal(await isDealFair({ ...record, first: record.first + 1 }), false);
  assert.equal(await isDealFair({ ...record, nonces: record.nonces.map(() => "") }), false);
});
