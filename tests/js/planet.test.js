/** The browser's planets against the Python ones. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { claim, countAreas, freeFaces, lay, planetFrom } from "../../static/js/rules/planet.js";
import { AREA_NEIGHBOURS, areaAcross } from "../../static/js/rules/sphere.js";
import { vectors } from "./vectors.js";

const { requirements, planets } = vectors("planets");
const EMPTY = ".".repeat(60);

test("areas form a graph in which every border is seen from both sides", () => {
  AREA_NEIGHBOURS.forEach((neighbours, area) => {
    assert.equal(new Set(neighbours).size, 3);
    for (const other of neighbours) assert.ok(AREA_NEIGHBOURS[other].includes(area));
    assert.equal(areaAcross(areaAcross(area)), area);
  });
});

test("claims are those of the Python rules", () => {
  assert.ok(planets.length >= 2000);
  assert.equal(requirements.length, 45);
  for (const { areas, claims } of planets) {
    const planet = planetFrom(areas);
    const found = requirements.map((/** @type {string} */ requirement) => claim(planet, requirement));
    assert.deepEqual(found, claims, areas);
  }
});

test("regions cover every laid area once", () => {
  for (const { areas } of planets.slice(0, 200)) {
    const covered = planetFrom(areas).regions.flatMap((region) => region.areas);
    assert.equal(new Set(covered).size, covered.length);
    assert.equal(covered.length, 60 - countAreas(areas, "."));
    for (const region of planetFrom(areas).regions) {
      assert.equal(region.size, region.areas.length);
      for (const area of region.areas) assert.equal(areas[area], region.habitat);
    }
  }
});

test("a tile is laid clockwise from its turn", () => {
  const areas = lay(EMPTY, "OFDMG", 2, 3);
  assert.equal(areas.slice(10, 15), "DMGOF");
  assert.equal(areas.length, 60);
  assert.deepEqual(freeFaces(areas), [0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test("an uncovered face touches nothing", () => {
  const planet = planetFrom(lay(EMPTY, "OOOFF", 0, 0));
  assert.deepEqual(claim(planet, "O-F"), []);
  assert.deepEqual(claim(planet, "O-G"), [3]);
  assert.deepEqual(claim(planet, "F+O"), [2]);
});
