/** The little planets of the rules page: what is sent is what the drawing draws. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { stills } from "../../scripts/little-planets.js";
import {
  after,
  drawPlanet,
  facing,
  lookingAt,
  nearestFace,
  neighbourTowards,
  turnAbout,
  turned,
} from "../../static/js/pages/rules/draw.js";
import { NORMALS } from "../../static/js/planet/solid.js";
import { FACES_AROUND } from "../../static/js/rules/sphere.js";

const EMPTY = ".".repeat(60);

test("stills are what the drawing draws now", () => {
  const kept = readFileSync(new URL("../../app/pages/stills.json", import.meta.url), "utf8");
  assert.equal(kept, stills(), "run: node scripts/little-planets.js");
});

test("a face in the middle is the nearest one", () => {
  for (let face = 0; face < 12; face++) assert.equal(nearestFace(facing(face)), face);
});

test("an arrow key leads to a true neighbour, and back again", () => {
  for (let face = 1; face < 11; face++) {
    const right = neighbourTowards(facing(face), 1, 0);
    assert.ok(FACES_AROUND[face].includes(right));
    assert.equal(neighbourTowards(facing(right), -1, 0), face);
    const [above, below] = [neighbourTowards(facing(face), 0, 1), neighbourTowards(facing(face), 0, -1)];
    assert.ok(turned(facing(face), NORMALS[above])[1] > 0 && turned(facing(face), NORMALS[below])[1] < 0);
    assert.notEqual(above, below);
  }
});

test("turns add up", () => {
  const quarter = turnAbout([0, 0, 1], Math.PI / 2);
  const [x, y] = turned(after(quarter, quarter), [1, 0, 0]);
  assert.ok(Math.abs(x + 1) < 1e-9 && Math.abs(y) < 1e-9);
});

test("what is lit is bright and has a rim, the rest stands back", () => {
  const areas = `${".".repeat(5)}FFDDD${".".repeat(50)}`;
  const drawn = drawPlanet(areas, [5, 6], lookingAt([0, 24]));
  assert.match(drawn, /class="land lit" data-habitat="F"/);
  assert.match(drawn, /class="land dim" data-habitat="D"/);
  assert.match(drawn, /class="rims"/);
  assert.doesNotMatch(drawPlanet(areas, [], lookingAt([0, 24])), /dim|rims/);
});

test("signs stand upright on their faces, foreshortened as those are", () => {
  const held = lookingAt([0, 24]);
  const heights = NORMALS.map((normal) => turned(held, normal)[2]);
  const faces = [...EMPTY].map((_, area) => Math.floor(area / 5)).filter((face) => heights[face] > 0.2);
  const drawn = [...drawPlanet("F".repeat(60), [], held).matchAll(/#little-F" transform="matrix\(([^)]*)/g)];
  assert.equal(drawn.length, faces.length);
  for (const [i, [, numbers]] of drawn.entries()) {
    const [a, b, c, d] = numbers.split(" ").map(Number);
    assert.ok(d > 0);
    assert.ok(Math.abs(a * d - b * c - heights[faces[i]]) < 0.03, numbers);
  }
});

test("there is no text in pictures", () => {
  assert.doesNotMatch(stills(), /<text/);
  assert.doesNotMatch(drawPlanet(EMPTY, [], facing(0)), /data-habitat/);
});
