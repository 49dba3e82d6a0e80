/** The unfolded planet: every face once, neighbours edge to edge within a flower, and true ways for the arrow keys. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  at,
  faceAt,
  isFoldFlat,
  neighbourTowards,
  opposite,
  outline,
  unfold,
} from "../../static/js/net/layout.js";
import { AREAS, areaAcross, FACES, FACES_AROUND, faceOf } from "../../static/js/rules/sphere.js";

const BOXES = [
  [650, 520],
  [358, 380],
  [360, 900],
  [1100, 800],
];
const HEARTS = Array.from({ length: FACES }, (_, face) => face);

test("opposite faces share no neighbour and are mutual", () => {
  for (const face of HEARTS) {
    assert.equal(opposite(opposite(face)), face);
    assert.ok(FACES_AROUND[face].every((near) => !FACES_AROUND[opposite(face)].includes(near)));
  }
});

test("ten edges are whole in the sheet, whatever the heart", () => {
  for (const heart of HEARTS) {
    const sheet = unfold(heart, 650, 520);
    const flat = Array.from({ length: AREAS }, (_, area) => area).filter((area) => isFoldFlat(sheet, area));
    assert.equal(flat.length, 20);
    for (const area of flat)
      assert.ok(
        [heart, opposite(heart)].some((one) => one === faceOf(area) || one === faceOf(areaAcross(area))),
      );
  }
});

test("no two faces overlap and all lie inside the box", () => {
  for (const [width, height] of BOXES) {
    for (const heart of HEARTS) {
      const { places, radius } = unfold(heart, width, height);
      for (const place of places) {
        for (const { x, y } of outline(place, radius))
          assert.ok(x >= 0 && x <= width && y >= 0 && y <= height);
        const near = places.filter(
          (other) => Math.hypot(other.x - place.x, other.y - place.y) < 1.6 * radius,
        );
        assert.equal(near.length, 1);
      }
    }
  }
});

test("the slots of a face run clockwise", () => {
  const sheet = unfold(0, 650, 520);
  for (const place of sheet.places) {
    const [a, b] = [at(place, 1, 0), at(place, 1, 1)];
    const cross = (a.x - place.x) * (b.y - place.y) - (a.y - place.y) * (b.x - place.x);
    assert.ok(cross > 0, "with y downwards, clockwise is positive");
  }
});

test("a point finds the face it lies on, and none between the flowers", () => {
  const sheet = unfold(3, 650, 520);
  for (const face of HEARTS) assert.equal(faceAt(sheet, sheet.places[face]), face);
  assert.equal(faceAt(sheet, { x: 5, y: 515 }), null);
});

test("arrows lead to true neighbours only, and reach every face", () => {
  const keys = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];
  for (const [width, height] of BOXES) {
    const sheet = unfold(0, width, height);
    const reached = new Set([0]);
    for (const face of reached) {
      for (const key of keys) {
        const next = neighbourTowards(sheet, face, key);
        assert.ok(next !== null && FACES_AROUND[face].includes(next));
        reached.add(next);
      }
    }
    assert.equal(reached.size, FACES);
  }
});

test("from the heart, an arrow goes the way it points", () => {
  const sheet = unfold(0, 650, 520);
  const right = sheet.places[neighbourTowards(sheet, 0, "ArrowRight") ?? 0];
  assert.ok(right.x > sheet.places[0].x + sheet.radius);
});
