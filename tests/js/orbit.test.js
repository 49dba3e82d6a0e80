/** A planet's animals, however it is held: all of them are seen, each once, and none hides another beside the planet. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { hashText, stream } from "../../static/js/planet/noise.js";
import { PATH, ROOM, seenFrom } from "../../static/js/planet/orbit.js";
import { middle } from "../../static/js/planet/solid.js";

const HIGH = 1.2;
const dice = stream(hashText("moons"));

/** @returns {import("../../static/js/planet/solid.js").Vec} */
function somewhere() {
  const [x, y, z] = middle([dice() - 0.5, dice() - 0.5, dice() - 0.5]);
  return [HIGH * x, HIGH * y, HIGH * z];
}

test("an animal stays on land that faces the eye, and else goes to the side on which it lives", () => {
  for (let i = 0; i < 200; i++) {
    const home = somewhere();
    const [{ at, isAway }] = seenFrom([home]);
    const [x, y, z] = at;
    if (home[2] > 0.4 * HIGH) assert.deepEqual({ at, isAway }, { at: home, isAway: false });
    if (home[2] > 0) continue;
    assert.ok(isAway, "no peak hides it");
    assert.ok(Math.abs(Math.hypot(x, y) - PATH) < 1e-9 && z === 0);
    assert.ok(Math.abs(x * home[1] - y * home[0]) < 1e-9 && x * home[0] + y * home[1] > 0);
  }
});

test("moons make room for each other", () => {
  for (let i = 0; i < 200; i++) {
    const homes = Array.from({ length: 9 }, somewhere).map((home) => {
      home[2] = -Math.abs(home[2]);
      return home;
    });
    const angles = seenFrom(homes).map(({ at: [x, y] }) => Math.atan2(y, x));
    angles.sort((a, b) => a - b);
    const gaps = angles.map((angle, k) => (angles[k + 1] ?? angles[0] + 2 * Math.PI) - angle);
    assert.ok(Math.min(...gaps) > 0.6 * ROOM, `${gaps}`);
  }
});
