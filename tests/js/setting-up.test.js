/** Globes are set up one after the other, toasts go by themselves, and a question is answered by its button alone. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { newTable } from "../../static/js/state/table.js";

/** An element with the little that dialogs need. */
class Element extends EventTarget {
  /** @type {Element[]} */
  children = [];
  dataset = {};
  textContent = "";
  returnValue = "";
  isShown = false;
  id = "";
  constructor(/** @type {string} */ tag) {
    super();
    this.tag = tag;
  }
  setAttribute() {}
  append(/** @type {Element[]} */ ...children) {
    this.children.push(...children);
  }
  /** @returns {Element[]} */
  all() {
    return [this, ...this.children.flatMap((child) => child.all())];
  }
  /** @param {string} selector @returns {Element | undefined} */
  querySelector(selector) {
    const is = (/** @type {Element} */ { id, dataset }) =>
      selector === `#${id}` || selector.slice(1, -1).replace("data-", "") in dataset;
    return this.all().find(is);
  }
  showModal() {
    this.isShown = true;
  }
  close(value = this.returnValue) {
    this.isShown = false;
    this.returnValue = value;
    this.dispatchEvent(new Event("close"));
  }
}

const body = new Element("body");
const page = {
  hidden: false,
  documentElement: { dataset: {} },
  body,
  createElement: (/** @type {string} */ tag) => new Element(tag),
  getElementById: (/** @type {string} */ id) => body.querySelector(`#${id}`) ?? null,
  addEventListener() {},
};
const frames = mock.fn((/** @type {() => void} */ then) => then());
Object.assign(globalThis, {
  window: globalThis,
  document: page,
  HTMLDialogElement: Element,
  matchMedia: () => ({ matches: false }),
  requestIdleCallback: (/** @type {() => void} */ then) => then(),
  requestAnimationFrame: frames,
});
const { isSure } = await import("../../static/js/ui/dialogs.js");
const { GlobeSetup } = await import("../../static/js/table/globe-setup.js");
const { makeActions } = await import("../../static/js/table/actions.js");
const { idle, onScreen } = await import("../../static/js/ui/waiting.js");
const { play } = await import("../../static/js/ui/sound.js");
const { habitatDisc, pentagonPath, round, roundedPath } = await import("../../static/js/ui/signs.js");

const soon = () => new Promise((resolve) => setImmediate(resolve));
beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "Date"] }));
afterEach(() => mock.timers.reset());

test("a question is shown with its words, and only its own button says yes", async () => {
  const answer = isSure("Leave?", "The others play on.", "Leave");
  const asked = /** @type {Element} */ (page.getElementById("sure-dialog"));
  const words = asked.all().map(({ textContent }) => textContent);
  assert.ok(asked.isShown);
  assert.deepEqual(words.filter(Boolean), ["Leave?", "The others play on.", "Leave", "common.cancel"]);
  asked.querySelector("[data-yes]")?.dispatchEvent(new Event("click"));
  assert.equal(await answer, true);
  const again = isSure("Again?", "", "Yes");
  assert.equal(page.getElementById("sure-dialog"), asked);
  assert.ok(asked.isShown);
  asked.close();
  assert.equal(await again, false);
});

/** A setup with three at hand, and what it has asked for. @param {any} stage */
function setupWith(stage) {
  const asked = { free: 0, gone: 0 };
  const setup = new GlobeSetup(
    () => void asked.free++,
    () => void asked.gone++,
  );
  /** @type {any} */
  const planets = {
    mountGlobe: (/** @type {any} */ _, /** @type {any} */ options) => stage && { ...stage, options },
  };
  setup.planets = planets;
  return { setup, asked };
}

const STAGE = { still: async () => {}, settled: async () => {} };

test("the next globe is asked for when the last one is drawn and all is quiet, and its net goes then", async () => {
  const { setup, asked } = setupWith(STAGE);
  const host = new Element("div");
  const stage = /** @type {any} */ (setup.setUp(/** @type {any} */ (host), /** @type {any} */ ({})));
  assert.ok(setup.isBusy);
  await soon();
  assert.deepEqual([asked.free, host.dataset], [0, {}]);
  stage.options.onShown();
  await soon();
  assert.deepEqual(host.dataset, { shown: "" });
  assert.deepEqual([asked.free, setup.isBusy], [1, false]);
});

test("a globe out of sight, which is never drawn, holds the next one up for a second at most", async () => {
  const { setup, asked } = setupWith(STAGE);
  setup.setUp(/** @type {any} */ (new Element("div")), /** @type {any} */ ({}));
  mock.timers.tick(999);
  await soon();
  assert.equal(asked.free, 0);
  mock.timers.tick(1);
  await soon();
  assert.equal(asked.free, 1);
});

test("where none can be made that is said, and the next place has its turn", async () => {
  const { setup, asked } = setupWith(null);
  assert.equal(setup.setUp(/** @type {any} */ (new Element("div")), /** @type {any} */ ({})), null);
  mock.timers.tick(1000);
  await soon();
  assert.equal(asked.free, 1);
});

test("a page in sight is given two frames before the next, a hidden one none", async () => {
  const { setup } = setupWith(STAGE);
  frames.mock.resetCalls();
  await setup.rest(null);
  assert.equal(frames.mock.callCount(), 2);
  page.hidden = true;
  await setup.rest(null);
  assert.equal(frames.mock.callCount(), 2);
  page.hidden = false;
});

test("once three is here, the first globe is asked for", async () => {
  const { setup, asked } = setupWith(STAGE);
  setup.planets = null;
  await setup.load();
  assert.deepEqual([typeof Object(setup.planets).mountGlobe, asked.free, asked.gone], ["function", 1, 0]);
});

test("a toast goes by itself after four seconds, and never takes a later one along", () => {
  let state = newTable();
  const store = {
    get: () => state,
    update: (/** @type {(now: typeof state) => typeof state} */ change) => {
      state = change(state);
    },
    draw() {},
  };
  const actions = makeActions(/** @type {any} */ ({ store }));
  actions.toast("first");
  mock.timers.tick(3000);
  assert.deepEqual([state.toast?.text, state.toast?.isWrong], ["first", false]);
  actions.toast("second", true);
  mock.timers.tick(1000);
  assert.deepEqual([state.toast?.text, state.toast?.isWrong], ["second", true]);
  mock.timers.tick(2999);
  assert.equal(state.toast?.text, "second");
  mock.timers.tick(1);
  assert.equal(state.toast, null);
});

test("a pentagon has five corners at its radius, the first on top, and its corners are rounded", () => {
  const corners = (/** @type {string} */ path) =>
    [...path.matchAll(/Q([\d.-]+) ([\d.-]+) /g)].map(([, x, y]) => [Number(x), Number(y)]);
  const upright = corners(pentagonPath(50, 50, 40));
  assert.equal(upright.length, 5);
  assert.deepEqual(upright[0], [50, 10]);
  for (const [x, y] of upright) assert.ok(Math.abs(Math.hypot(x - 50, y - 50) - 40) < 0.1);
  const apart = upright.map(([x, y], i) =>
    Math.hypot(x - upright[(i + 1) % 5][0], y - upright[(i + 1) % 5][1]),
  );
  assert.ok(Math.max(...apart) - Math.min(...apart) < 0.2);
  assert.deepEqual(corners(pentagonPath(50, 50, 40, 72))[0], upright[1]);
  const square = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
    { x: 0, y: 10 },
  ];
  assert.equal(roundedPath(square, 0.2), "M0 2Q0 0 2 0L8 0Q10 0 10 2L10 8Q10 10 8 10L2 10Q0 10 0 8Z");
  assert.equal(round(1.26), 1.3);
});

test("without an idle callback a page waits a moment; where the browser tells what is on the screen, that", async () => {
  const { requestIdleCallback: given } = globalThis;
  Reflect.deleteProperty(globalThis, "requestIdleCallback");
  let isIdle = false;
  const waited = idle().then(() => {
    isIdle = true;
  });
  mock.timers.tick(299);
  await soon();
  assert.equal(isIdle, false);
  mock.timers.tick(1);
  await waited;
  Object.assign(globalThis, { requestIdleCallback: given });
  const { PerformanceObserver: real } = globalThis;
  /** @type {(() => void)[]} */
  const told = [];
  class Observer {
    static supportedEntryTypes = ["element"];
    constructor(/** @type {() => void} */ then) {
      told.push(then);
    }
    observe() {}
  }
  Object.assign(globalThis, { PerformanceObserver: Observer });
  const seen = onScreen();
  told[0]();
  await seen;
  const unseen = onScreen();
  mock.timers.tick(3000);
  await unseen;
  Object.assign(globalThis, { PerformanceObserver: real });
});

test("nothing sounds unless somebody wants it and has done something", () => {
  let asked = 0;
  Object.defineProperty(globalThis, "navigator", {
    configurable: true,
    value: {
      get userActivation() {
        asked++;
        return { hasBeenActive: false };
      },
    },
  });
  play("placed", { sound: false, volume: 1 });
  play("placed", { sound: true, volume: 0 });
  assert.equal(asked, 0);
  play("placed", { sound: true, volume: 1 });
  assert.equal(asked, 1);
});

test("a habitat's disc is named where it stands alone", () => {
  assert.equal(habitatDisc("F", true).attributes.role, "img");
  assert.equal(habitatDisc("F").attributes["aria-hidden"], "true");
});
