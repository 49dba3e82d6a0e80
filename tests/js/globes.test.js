/** The globes of a table: which are set up, which go, and what a person asks of them. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Element, Stage, TILE, table, VIEW } from "./fake-stage.js";

const { Globes } = await import("../../static/js/table/globes.js");

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

test("who wants the whole planet has it turned back, if there is one", () => {
  const globes = globesOf();
  globes.home();
  globes.sync(state);
  const { stage } = globes.front;
  stage.since();
  globes.home();
  assert.deepEqual(stage.since(), [["home"]]);
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
