/** One globe of the table: each thing is drawn when it changes and not again, and the stage is told no more than that. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Element, EMPTY, on, START, Stage, TILE, table, VIEW } from "./fake-stage.js";

const { Globe } = await import("../../static/js/table/globe.js");

/** @returns {any[]} */
const oneGlobe = () => {
  const stage = new Stage();
  return [new Globe(/** @type {any} */ (stage), 0, EMPTY, /** @type {any} */ (new Element())), stage];
};

test("a new tile falls into place, and one on the far side is turned to first", () => {
  const [globe, stage] = oneGlobe();
  globe.lay(EMPTY);
  assert.deepEqual(stage.since(), []);
  globe.lay(on(EMPTY, 2));
  assert.deepEqual(stage.since(), [["setAreas", on(EMPTY, 2), { animate: { face: 2 } }]]);
  globe.lay(on(on(EMPTY, 2), 6));
  assert.deepEqual(stage.since(), [
    ["faceTo", 6],
    ["setAreas", on(on(EMPTY, 2), 6), { animate: { face: 6 } }],
  ]);
});

test("several new tiles, or fewer than before, are there at once", () => {
  const [globe, stage] = oneGlobe();
  globe.lay(on(on(EMPTY, 2), 3));
  globe.lay(EMPTY);
  assert.deepEqual(stage.since(), [
    ["setAreas", on(on(EMPTY, 2), 3), {}],
    ["setAreas", EMPTY, {}],
  ]);
});

test("the tile in hand is drawn when it moves, and put away once", () => {
  const [globe, stage] = oneGlobe();
  const held = { tile: TILE, face: 3, turn: 1, isPinned: false };
  globe.showHeld(table({ held }));
  globe.showHeld(table({ held: { ...held, isPinned: true } }));
  assert.deepEqual(stage.since(), [["ghost", START.tiles[TILE], 3, 1, false]]);
  globe.showHeld(table({ held: { ...held, turn: 2 } }));
  globe.showHeld(table());
  globe.showHeld(table());
  assert.deepEqual(stage.since(), [
    ["ghost", START.tiles[TILE], 3, 2, false],
    ["ghost", null, 0, 0, true],
  ]);
  globe.showHeld(table({ shown: { placement: { tile: TILE, face: 4, turn: 0 }, areas: [] } }));
  assert.deepEqual(
    stage.since(),
    [["ghost", START.tiles[TILE], 4, 0, true]],
    "what is only proposed is pale",
  );
});

test("what glows is drawn when it is other areas, and turned to if none can be seen", () => {
  const [globe, stage] = oneGlobe();
  const shown = (/** @type {number[]} */ areas) => table({ shown: { placement: null, areas } });
  globe.showLit(shown([]));
  assert.deepEqual(stage.since(), []);
  globe.showLit(shown([7, 40]));
  globe.showLit(shown([7, 40]));
  assert.deepEqual(stage.since(), [["glow", [7, 40]]]);
  globe.showLit(shown([41, 42]));
  assert.deepEqual(stage.since(), [
    ["faceTo", 8],
    ["glow", [41, 42]],
  ]);
  globe.showLit(shown([]));
  assert.deepEqual(stage.since(), [["glow", null]]);
});

test("with a tile in hand, or a card that a pointer only passes over, what glows turns no planet", () => {
  const [globe, stage] = oneGlobe();
  const shown = { placement: null, areas: [41] };
  globe.showLit(table({ shown, held: { tile: TILE, face: 3, turn: 0, isPinned: false } }));
  assert.deepEqual(stage.since("faceTo"), []);
  const planets = VIEW.planets;
  const { animal, round, seat } = VIEW.awards.find((/** @type {any} */ one) => one.seat !== null);
  const glowing = (/** @type {boolean} */ isPinned) => {
    const [other, its] = oneGlobe();
    its.where = () => ({ faces: false });
    other.become(seat, planets[seat], "");
    its.since();
    other.showLit(table({ view: VIEW, isEndOpen: false, card: { animal, round, isPinned } }));
    return its.since().map((/** @type {any[]} */ [name]) => name);
  };
  assert.deepEqual(glowing(false), ["glow"]);
  assert.deepEqual(glowing(true), ["faceTo", "glow"]);
});

test("animals stand there at once at first, and arrive when they come later", () => {
  const [globe, stage] = oneGlobe();
  const award = VIEW.awards.find((/** @type {any} */ one) => one.seat !== null);
  globe.become(award.seat, VIEW.planets[award.seat], "text");
  stage.since();
  globe.showAnimals(table());
  globe.showAnimals(table());
  assert.deepEqual(stage.since(), [["animals", [], { animate: false }]]);
  globe.showAnimals(table({ view: VIEW }));
  const [[, homes, how]] = stage.since();
  const won = VIEW.awards.filter((/** @type {any} */ one) => one.seat === award.seat);
  assert.equal(homes.length, won.length);
  assert.deepEqual(how, { animate: true });
  const places = homes.map((/** @type {any} */ home) => home.area);
  for (const [i, { area, habitat }] of homes.entries()) {
    assert.equal(habitat, won[i].animal[0]);
    assert.equal(VIEW.planets[award.seat][area], habitat);
  }
  assert.ok(new Set(places).size > 1 || places.length === 1);
});

test("it shows how somebody else holds their planet, and of mine where the last tile lies", () => {
  const [globe, stage] = oneGlobe();
  const placements = [[[TILE, 9, 0]], ...START.placements.slice(1)];
  const state = table({ view: { ...START, placements } });
  globe.showLast(state, [0, 0, 0, 1]);
  globe.showLast({ ...state, held: { tile: TILE, face: 3, turn: 0 } }, undefined);
  globe.showLast(table(), undefined);
  assert.deepEqual(stage.since(), [
    ["faceTo", 9],
    ["faceTo", 3],
  ]);
  globe.seat = 1;
  globe.showLast(state, [0, 0, 0, 1]);
  assert.deepEqual(stage.since(), [["setAttitude", [0, 0, 0, 1]]]);
});

test("only a net becomes a globe again, and then its tile is drawn anew", () => {
  const [globe, stage] = oneGlobe();
  globe.showHeld(table());
  globe.rollUp(5);
  stage.since();
  globe.isFlat = true;
  globe.rollUp(5);
  globe.rollUp(5);
  globe.showHeld(table());
  assert.deepEqual(stage.since(), [
    ["unroll", false, 5],
    ["ghost", null, 0, 0, true],
  ]);
});
