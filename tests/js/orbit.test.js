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

test("no animal is cut by the canvas, however it lives; beside a zoomed planet neither", () => {
  const [far, disc, shown] = [6.5, 0.1, 1.385];
  for (let i = 0; i < 2000; i++) {
    const home = somewhere().map((x) => x * (1 + 0.2 * dice()));
    for (const zoom of [1, 1.5, 2.2]) {
      const [{ at, isAway }] = seenFrom([/** @type {[number, number, number]} */ (home)], zoom);
      const [x, y, z] = at;
      if (zoom > 1 && (!isAway || z !== 0)) continue; // the land itself is beyond
      const grown = far / zoom / (far / zoom - z);
      assert.ok((Math.hypot(x, y) + disc) * grown <= shown / zoom, `${home} ${zoom}: ${x} ${y} ${z}`);
    }
  }
});
