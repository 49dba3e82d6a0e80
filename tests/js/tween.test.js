/** Small motions: how far each is, how it ends, and what ends early. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { makeMotions } from "../../static/js/planet/tween.js";

/** @returns {{motions: ReturnType<typeof makeMotions>, told: (number | string)[]}} */
function moving() {
  const motions = makeMotions();
  /** @type {(number | string)[]} */
  const told = [];
  motions.start(
    "drop",
    100,
    (t) => told.push(t),
    () => told.push("landed"),
  );
  return { motions, told };
}

test("a motion begins with its first frame and ends once", () => {
  const { motions, told } = moving();
  for (const now of [1000, 1050, 1100, 1150]) motions.advance(now);
  assert.deepEqual(told, [0, 0.5, 1, "landed"]);
  assert.equal(motions.busy, false);
});

test("one that is finished is at its end at once, one that is stopped never", () => {
  const { motions, told } = moving();
  motions.advance(0);
  motions.finish("drop");
  motions.finish("drop");
  motions.advance(50);
  assert.deepEqual(told, [0, 1, "landed"]);

  const other = moving();
  other.motions.stop("drop");
  other.motions.advance(0);
  assert.deepEqual([other.told, other.motions.has("drop")], [[], false]);
});
