/** How a planet turns to the face that is aimed at, and how high the tile in the hand may hover over it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as THREE from "three";
import { centred, HOME, normalOf, turnedTowards } from "../../static/js/planet/attitude.js";
import { roomAbove } from "../../static/js/planet/eye.js";

const EYE = new THREE.Vector3(0, 0, 1);
const FACES = Array.from({ length: 12 }, (_, face) => face);
const MOST = 0.26;

/** @param {number} face @param {THREE.Quaternion} q */
const tiltOf = (face, q) => normalOf(face).applyQuaternion(q).angleTo(EYE);

test("the planet turns only as far as the face is not yet seen well", () => {
  for (const face of FACES) {
    const q = turnedTowards(face, HOME, MOST);
    assert.ok(tiltOf(face, q) <= MOST + 1e-6, `face ${face}`);
    const turned = 2 * Math.acos(Math.min(1, Math.abs(q.dot(HOME))));
    assert.ok(turned <= Math.max(0, tiltOf(face, HOME) - MOST) + 1e-6, `face ${face}`);
  }
  const there = centred(4, HOME);
  assert.equal(turnedTowards(4, there, MOST), there);
});

test("a tile in the hand is nowhere cut by the canvas", () => {
  const far = 6.5;
  for (const half of [
    { x: 1.38, y: 1.38 },
    { x: 2.4, y: 1.38 },
    { x: 1.38, y: 1.9 },
  ]) {
    for (let i = 0; i < 60; i++) {
      const [tilt, turn] = [(i / 60) * 1.5 + 0.01, i];
      const normal = new THREE.Vector3(
        Math.sin(tilt) * Math.cos(turn),
        Math.sin(tilt) * Math.sin(turn),
        Math.cos(tilt),
      );
      const high = Math.min(0.3, roomAbove(normal, far, half));
      // Its outermost corner: away from the eye's axis, as wide as a face is.
      const out = new THREE.Vector3(Math.cos(turn), Math.sin(turn), 0);
      const across = out.clone().addScaledVector(normal, -out.dot(normal)).normalize();
      const corner = normal
        .clone()
        .multiplyScalar(1 + high)
        .addScaledVector(across, 0.7);
      const grown = far / (far - corner.z);
      assert.ok(high > 0);
      assert.ok(Math.abs(corner.x) * grown <= half.x + 0.02, `${tilt} ${turn} x`);
      assert.ok(Math.abs(corner.y) * grown <= half.y + 0.02, `${tilt} ${turn} y`);
    }
  }
});
