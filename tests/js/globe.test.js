/** The planets' shape, without a picture: where areas lie, how land meets, what stays the same. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gridOf, vertexAt } from "../../static/js/planet/grid.js";
import { hashText, stream } from "../../static/js/planet/noise.js";
import { reliefOf } from "../../static/js/planet/relief.js";
import { ACROSS, AREA_CORNERS, cross, dot, EDGES, NORMALS } from "../../static/js/planet/solid.js";
import { buildArea } from "../../static/js/planet/terrain.js";
import { fieldOf, readWorld, signature } from "../../static/js/planet/world.js";
import { AREA_NEIGHBOURS, FACES_AROUND } from "../../static/js/rules/sphere.js";

const STEPS = 8;

/** A planet of a seed: habitats in clumps, some faces free. @type {(seed: string, free?: number) => string} */
function someAreas(seed, free = 0) {
  const dice = stream(hashText(seed));
  const letters = Array.from({ length: 60 }, () => "OFDMG"[Math.floor(dice() * 5)]);
  for (let i = 0; i < 60; i += 2) letters[i] = letters[AREA_NEIGHBOURS[i][2]];
  for (let face = 0; face < free; face++) letters.fill(".", (face * 35) % 60, ((face * 35) % 60) + 5);
  return letters.join("");
}

test("the slots of a face run clockwise as seen from outside, as the record says", () => {
  FACES_AROUND.forEach((row, face) => {
    row.forEach((other, slot) => {
      assert.ok(Math.abs(dot(NORMALS[face], NORMALS[other]) - 1 / Math.sqrt(5)) < 1e-9);
      const turn = dot(cross(NORMALS[other], NORMALS[row[(slot + 1) % 5]]), NORMALS[face]);
      assert.ok(turn < 0, `face ${face}, slot ${slot}`);
    });
  });
});

test("areas meet where the rules say they border", () => {
  assert.equal(EDGES.length, 90);
  for (const {
    areas: [a, b],
  } of EDGES)
    assert.ok(AREA_NEIGHBOURS[a].includes(b));
  ACROSS.forEach((other, area) => {
    assert.ok(AREA_NEIGHBOURS[area].includes(other));
    const [, left] = AREA_CORNERS[area];
    const [, , right] = AREA_CORNERS[other];
    assert.ok(dot(left, right) > 0.9999);
  });
});

/** The rim points of every covered area, by where they lie before they wander. @type {(areas: string) => Map<string, number[][]>} */
function rims(areas) {
  const world = readWorld(areas, "seams");
  const grid = gridOf(STEPS);
  /** @type {Map<string, number[][]>} */
  const found = new Map();
  for (let area = 0; area < 60; area++) {
    if (areas[area] === ".") continue;
    const { points } = reliefOf(world, fieldOf(world, grid, area), area, STEPS);
    for (let row = 0; row <= STEPS; row++) {
      for (const column of row === STEPS ? Array.from({ length: row + 1 }, (_, i) => i) : [0, row]) {
        const at = vertexAt(row, column);
        const from = (area * grid.points + at) * 3;
        const key = [...grid.directions.slice(from, from + 3)].map((x) => Math.round(x * 1000)).join();
        found.set(key, [...(found.get(key) ?? []), [...points.slice(at * 3, at * 3 + 3)]]);
      }
    }
  }
  return found;
}

test("neighbouring areas share their rim to the last point, so that no crack opens", () => {
  for (const areas of [someAreas("one"), someAreas("two", 4), "M".repeat(60)]) {
    let shared = 0;
    for (const points of rims(areas).values()) {
      for (const point of points.slice(1)) {
        shared += 1;
        assert.ok(Math.hypot(...point.map((x, i) => x - points[0][i])) < 1e-4);
      }
    }
    assert.ok(shared > 200);
  }
});

test("the same areas and text give the same planet, another text another", () => {
  const areas = someAreas("same");
  const built = (/** @type {string} */ text) => buildArea(readWorld(areas, text), 7, STEPS, 1);
  assert.deepEqual(built("lantern"), built("lantern"));
  assert.notDeepEqual(built("lantern").position, built("bay").position);
});

test("an area whose surroundings are unchanged by a new tile keeps its mesh", () => {
  for (const seed of ["a", "b", "c"]) {
    const after = someAreas(seed);
    const before = `${after.slice(0, 20)}.....${after.slice(25)}`;
    const [old, now] = [before, after].map((areas) => readWorld(areas, "tile"));
    let kept = 0;
    for (let area = 0; area < 60; area++) {
      if (before[area] === "." || signature(old, area) !== signature(now, area)) continue;
      kept += 1;
      assert.deepEqual(buildArea(old, area, STEPS, 0.3), buildArea(now, area, STEPS, 0.3), `area ${area}`);
    }
    assert.ok(kept >= 25, `${kept} areas kept`);
  }
});

test("every triangle knows its area, and sea comes first", () => {
  const areas = someAreas("sea");
  const world = readWorld(areas, "sea");
  for (let area = 0; area < 60; area++) {
    const chunk = buildArea(world, area, STEPS, 1);
    assert.equal(chunk.vertices % 3, 0);
    assert.equal(chunk.sea > 0, areas[area] === "O");
    for (let i = 0; i < chunk.vertices; i++) assert.equal(chunk.colour[i * 4 + 3], area);
  }
});
