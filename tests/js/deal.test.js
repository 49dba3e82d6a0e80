/** The deal in the browser is the Python deal, and another one as soon as anything it depends on is another. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { commitmentOf, dealFrom } from "../../static/js/rules/deal.js";
import { vectors } from "./vectors.js";

test("every seed and its nonces give the deal that Python deals, under the seal it published", async () => {
  for (const { seed, commitment, nonces, variants, first, order, animals, objectives } of vectors("deals")) {
    assert.equal(await commitmentOf(seed), commitment);
    assert.deepEqual(await dealFrom(seed, nonces, variants), { first, order, animals, objectives });
  }
});

test("another seed, another nonce: another deal", async () => {
  const [{ seed, commitment, nonces, variants, order }] = vectors("deals");
  const flipped = seed.startsWith("0") ? `1${seed.slice(1)}` : `0${seed.slice(1)}`;
  assert.notEqual(await commitmentOf(flipped), commitment);
  assert.notDeepEqual((await dealFrom(flipped, nonces, variants)).order, order);
  const others = nonces.map((/** @type {string} */ nonce) => `${nonce}another-nonce-0`);
  assert.notDeepEqual((await dealFrom(seed, others, variants)).order, order);
});
