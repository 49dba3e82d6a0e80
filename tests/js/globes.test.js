/** The table's globes: each thing is drawn when it changes and not again, and the stage is told no more than that. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { newTable } from "../../static/js/state/table.js";
import { vectors } from "./vectors.js";

/** An element, as far as globes know one. */
class Element {
  isConnected = true;
  canvas = { getBoundingClientRect: () => ({ left: 100, top: 50, width: 200, height: 200 }) };
  constructor(seat = "") {
    this.seat = seat;
  }
  getAttribute() {
    return this.seat;
  }
  removeAttribute() {}
}
Object.assign(globalThis, { HTMLElement: Element, window: globalThis });
const { Globe } = await import("../../static/js/table/globe.js");
const { Globes } = await import("../../static/js/table/globes.js");

const GAME = vectors("games").find((/** @type {any} */ game) => game.audience === 0);
const VIEW = GAME.steps.at(-1).view ?? GAME.start;
const START = GAME.start;
const TILE = START.display[0];
const EMPTY = ".".repeat(60);
const on = (/** @type {string} */ areas, /** @type {number} */ face) =>
  `${areas.slice(0, 5 * face)}OFDMG${areas.slice(5 * face + 5)}`;

/** A stage that notes what it is asked; the near half of its planet are the faces below 6. */
class Stage {
  /** @type {any[][]} */
  asked = [];
  canvas = new Element().canvas;
  face = 4;
  constructor(/** @type {any} */ options = {}) {
    this.options = options;
    for (const name of [
      "setAreas",
      "faceTo",
      "ghost",
      "glow",
      "animals",
      "spin",
      "setAttitude",
      "bring",
      "dispose",
      "home",
    ])
      Object.assign(this, { [name]: (/** @type {any[]} */ ...how) => void this.asked.push([name, ...how]) });
  }
  unroll(/** @type {any[]} */ ...how) {
    this.asked.push(["unroll", ...how]);
    return new Promise(() => {});
  }
  where(/** @type {number} */ area) {
    return { x: 7, y: 9, faces: area < 30 };
  }
  step(/** @type {number} */ x, /** @type {number} */ y) {
    return 10 * x + y;
  }
  pick(/** @type {number} */ x, /** @type {number} */ y) {
    return { x, y };
  }
  /** What it was asked since the last time. @param {string} [name] */
  since(name) {
    const asked = this.asked.splice(0);
    return name ? asked.filter(([one]) => one === name) : asked;
  }
}

/** @param {object} [changes] @returns {any} */
const table = (changes = {}) => ({
  ...newTable(),
  game: "g",
  role: "seat",
  me: 0,
  view: START,
  board: "planet",
  hasPlanet: true,
  ...changes,
});

// One globe.

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
  assert.deepEqual(stage.since(), [["ghost", START.tiles[TILE], 3, 1]]);
  globe.showHeld(table({ held: { ...held, turn: 2 } }));
  globe.showHeld(table());
  globe.showHeld(table());
  assert.deepEqual(stage.since(), [
    ["ghost", START.tiles[TILE], 3, 2],
    ["ghost", null, 0, 0],
  ]);
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
    ["ghost", null, 0, 0],
  ]);
});

// All of them.

/** @type {any} */
let state;
/** @type {any} */
let told;
/** @type {Element | null} */
let front;
/** @type {Element[]} */
let beside;

/** The globes of a table, none of which has anything to wait for. @returns {any} */
function globesOf() {
  const note =
    (/** @type {string} */ name) =>
    (/** @type {any[]} */ ...how) =>
      void told.push([name, ...how]);
  const actions = {
    get: () => state,
    update: (/** @type {any} */ change) => {
      state = change(state);
    },
    redraw: note("redraw"),
    toast: note("toast"),
    follow: note("follow"),
  };
  const root = { querySelector: () => front, querySelectorAll: () => beside };
  const globes = new Globes(/** @type {any} */ (root), /** @type {any} */ (actions), note("look"));
  /** @type {any} */
  const setup = {
    planets: {},
    isBusy: false,
    load: note("load"),
    setUp: (/** @type {any} */ _, /** @type {any} */ options) => new Stage(options),
  };
  globes.setup = setup;
  return globes;
}

beforeEach(() => {
  state = table();
  told = [];
  front = new Element();
  beside = [new Element("1")];
});

test("nothing is set up before three is here, and it is asked for once", () => {
  const globes = globesOf();
  globes.setup.planets = null;
  globes.sync({ ...state, board: "net" });
  assert.deepEqual(told, []);
  globes.sync(state);
  globes.setup.isBusy = true;
  globes.sync(state);
  assert.deepEqual(told, [["load"]]);
  assert.equal(globes.front, null);
});

test("the globes of the seats are set up once, and another seat's planet comes to the same one", () => {
  const globes = globesOf();
  globes.sync(state);
  const first = globes.front;
  assert.deepEqual(
    [first.seat, first.stage.options.interactive, first.stage.options.size],
    [0, true, "large"],
  );
  assert.deepEqual([...globes.beside.keys()], [1]);
  assert.equal(globes.beside.get(1).stage.options.interactive, false);
  first.stage.since();
  globes.sync(state);
  assert.deepEqual(first.stage.since(), [["spin", false]]);
  globes.looked(1, [0, 1, 0, 0]);
  globes.sync({ ...state, front: 1 });
  assert.equal(globes.front, first);
  assert.equal(first.seat, 1);
  assert.deepEqual(first.stage.since("setAttitude"), [["setAttitude", [0, 1, 0, 0]]]);
});

test("while a globe is being set up no other one is", () => {
  const globes = globesOf();
  globes.setup.isBusy = true;
  globes.sync(state);
  assert.deepEqual([globes.front, globes.beside.size], [null, 0]);
});

test("a place that is gone takes its globe with it, and where none can be made it is not tried again", () => {
  const globes = globesOf();
  globes.sync(state);
  const { stage } = globes.beside.get(1);
  beside[0].isConnected = false;
  beside = [];
  globes.sync(state);
  assert.deepEqual([globes.beside.size, stage.since("dispose").length], [0, 1]);
  let tries = 0;
  globes.setup.setUp = () => void tries++;
  beside = [new Element("1")];
  globes.sync(state);
  globes.sync(state);
  assert.equal(tries, 1);
  front = new Element();
  globes.sync(state);
  assert.deepEqual([state.board, state.hasPlanet, globes.front], ["net", false, null]);
});

test("another quality, and another place for the planet in front, begin anew", () => {
  const globes = globesOf();
  globes.sync(state);
  const { stage } = globes.front;
  globes.sync({ ...state, quality: "low" });
  assert.equal(stage.since("dispose").length, 1);
  assert.equal(globes.front.stage.options.quality, "low");
  const old = globes.front;
  state = { ...state, isZoomed: true, quality: "low" };
  front = new Element();
  globes.sync(state);
  assert.notEqual(globes.front, old);
  assert.equal(state.isZoomed, false);
});

test("the winner's planet turns once all points are told", () => {
  const globes = globesOf();
  const [winner] = VIEW.winners;
  const end = table({ view: VIEW, me: null, role: "watcher", front: winner });
  globes.sync({ ...end, revealed: VIEW.players });
  assert.deepEqual(globes.front.stage.since("spin"), [["spin", true]]);
  globes.sync({ ...end, revealed: VIEW.players - 1 });
  assert.deepEqual(globes.front.stage.since("spin"), [["spin", false]]);
});

test("others see how I hold mine, and never how I turn theirs", () => {
  const globes = globesOf();
  globes.sync(state);
  globes.turnedByHand([0, 0, 1, 0]);
  assert.deepEqual(told, [
    ["look", [0, 0, 1, 0]],
    ["follow", 4],
  ]);
  state = { ...state, front: 1 };
  globes.turnedByHand([0, 0, 1, 0]);
  assert.equal(told.length, 2);
});

test("somebody else's look turns their planet beside and in front, and mine never", () => {
  const globes = globesOf();
  globes.sync(state);
  const [mine, other] = [globes.front.stage, globes.beside.get(1).stage];
  [mine, other].forEach((stage) => void stage.since());
  globes.looked(1, [1, 0, 0, 0]);
  globes.looked(0, [1, 0, 0, 0]);
  assert.deepEqual([mine.since(), other.since()], [[], [["setAttitude", [1, 0, 0, 0]]]]);
  globes.front.seat = 1;
  globes.looked(1, [0, 1, 0, 0]);
  assert.deepEqual(mine.since(), [["setAttitude", [0, 1, 0, 0]]]);
});

test("arrows, faces and points are asked of the globe only while it is on show", () => {
  const globes = globesOf();
  assert.deepEqual([globes.arrow("ArrowUp"), globes.face(), globes.where(3)], [null, null, null]);
  globes.sync(state);
  assert.deepEqual(
    ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"].map((key) => globes.arrow(key)),
    [10, -10, 1, -1],
  );
  assert.equal(globes.face(), 4);
  assert.deepEqual(globes.where(3), { x: 107, y: 59 });
  assert.equal(globes.where(31), null);
  assert.deepEqual(globes.under({ clientX: 100, clientY: 250 }), { x: 0, y: 200 });
  for (const [clientX, clientY] of [
    [99, 60],
    [301, 60],
    [120, 49],
    [120, 251],
  ])
    assert.equal(globes.under({ clientX, clientY }), null);
  state = { ...state, board: "net" };
  assert.deepEqual(
    [globes.arrow("ArrowUp"), globes.face(), globes.where(3), globes.under({ clientX: 120, clientY: 60 })],
    [null, null, null, null],
  );
});

test("the planet turns to a face that is pressed at once, and to one that is rested on after a while", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const globes = globesOf();
  state = table({ held: { tile: TILE, face: 3, turn: 0, isPinned: false } });
  globes.sync(state);
  const { stage } = globes.front;
  globes.aim(3, true);
  mock.timers.tick(1);
  const [[, pressed, near]] = stage.since("bring");
  globes.aim(2, false);
  globes.aim(3, false);
  mock.timers.tick(200);
  assert.deepEqual(stage.since("bring"), []);
  mock.timers.tick(200);
  const [[, rested, askew]] = stage.since("bring");
  assert.deepEqual([pressed, rested], [3, 3]);
  assert.ok(near < askew);
  globes.aim(5, true);
  mock.timers.tick(1);
  globes.aim(3, false);
  globes.dispose();
  mock.timers.tick(1000);
  assert.deepEqual(stage.since("bring"), []);
  mock.timers.reset();
});

test("on the way to the net the globe unrolls, and whoever changes their mind stays", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const globes = globesOf();
  assert.equal(await globes.leaveFor("net"), true);
  globes.sync(state);
  const { stage } = globes.front;
  stage.since();
  const left = globes.leaveFor("net");
  assert.deepEqual(stage.since(), [
    ["unroll", true, 0],
    ["ghost", null],
  ]);
  mock.timers.tick(1600);
  assert.equal(await left, true);
  assert.equal(globes.front.isFlat, true);
  globes.front.isFlat = false;
  const unwanted = globes.leaveFor("net");
  assert.equal(await globes.leaveFor("planet"), true);
  mock.timers.tick(1600);
  assert.equal(await unwanted, false);
  assert.equal(globes.front.isFlat, false);
  mock.timers.reset();
});

test("graphics that are gone leave the net, for a while or for good", () => {
  const globes = globesOf();
  globes.sync(state);
  globes.lose(false);
  assert.deepEqual([state.board, state.hasPlanet, globes.front !== null], ["net", true, true]);
  globes.lose(true);
  assert.deepEqual([state.hasPlanet, globes.front, globes.beside.size], [false, null, 0]);
  assert.equal(told.filter((/** @type {any[]} */ [name]) => name === "toast").length, 2);
});
