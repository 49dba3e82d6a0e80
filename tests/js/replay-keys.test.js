/** Keys of a replay: time for whoever is in it, arrows on the page as well, and nothing where somebody types. */

import assert from "node:assert/strict";
import { test } from "node:test";

/** An element that lies in everything it is named by. */
class Element {
  constructor(/** @type {string[]} */ ...inside) {
    this.inside = inside;
  }
  closest(/** @type {string} */ selector) {
    return this.inside.some((one) => selector.split(", ").some((part) => part.startsWith(one))) ? this : null;
  }
}
const body = new Element();
/** @type {(event: any) => void} */
let press = () => {};
const page = {
  body,
  addEventListener: (/** @type {string} */ _, /** @type {(event: any) => void} */ then) => {
    press = then;
  },
};
Object.assign(globalThis, { Element, document: page });
const { bindReplayKeys } = await import("../../static/js/pages/replay/keys.js");

/** @type {any[][]} */
let done = [];
const actions = new Proxy(
  {},
  {
    get:
      (_, name) =>
      (/** @type {any[]} */ ...how) =>
        done.push([name, ...how]),
  },
);
const inside = new Element();
const face = new Element("[data-face]");
const root = { contains: (/** @type {Element} */ one) => one !== body && !one.inside.includes("outside") };
bindReplayKeys(/** @type {any} */ (root), /** @type {any} */ (actions));

/** What a key does. @param {string} key @param {any} [target] @param {object} [more] */
function doing(key, target = inside, more = {}) {
  done = [];
  let isPrevented = false;
  const preventDefault = () => {
    isPrevented = true;
  };
  press({ key, target, preventDefault, ...more });
  assert.equal(isPrevented, done.length > 0, key);
  return done;
}

test("arrows step, pages go by rounds, home and end to the ends", () => {
  assert.deepEqual(doing("ArrowLeft"), [["stepMove", -1]]);
  assert.deepEqual(doing("ArrowRight"), [["stepMove", 1]]);
  assert.deepEqual(doing("PageUp"), [["stepRound", -1]]);
  assert.deepEqual(doing("PageDown"), [["stepRound", 1]]);
  assert.deepEqual(doing("Home"), [["goTo", 0]]);
  assert.deepEqual(doing("End"), [["goTo", Number.POSITIVE_INFINITY]]);
  assert.deepEqual(doing("x"), []);
});

test("letters work anywhere, in capitals, too", () => {
  for (const target of [inside, body, null]) {
    assert.deepEqual(doing(",", target), [["stepMove", -1]]);
    assert.deepEqual(doing(".", target), [["stepMove", 1]]);
    assert.deepEqual(doing("P", target), [["playOrPause"]]);
    assert.deepEqual(doing("l", target), [["nextRegion"]]);
    assert.deepEqual(doing("u", target), [["showBoard"]]);
    assert.deepEqual(doing("0", target), [["home"]]);
    assert.deepEqual(doing("Escape", target), [["closeCard"]]);
  }
});

test("on the page itself only arrows step; home and end are its own", () => {
  assert.deepEqual(doing("ArrowLeft", body), [["stepMove", -1]]);
  assert.deepEqual(doing("Home", body), []);
  assert.deepEqual(doing("PageDown", body), []);
  assert.deepEqual(doing("ArrowLeft", new Element("outside")), []);
});

test("a planet and whatever has arrows of its own keep them", () => {
  assert.deepEqual(doing("ArrowUp", face), [["arrow", "ArrowUp"]]);
  for (const own of ["canvas", ".log-lines"]) assert.deepEqual(doing("ArrowLeft", new Element(own)), []);
});

test("nothing happens where somebody types, and with other keys held", () => {
  for (const where of ["textarea", "select", "dialog[open]", ".menu[open]"])
    assert.deepEqual(doing("p", new Element(where)), []);
  for (const held of ["ctrlKey", "metaKey", "altKey", "defaultPrevented"])
    assert.deepEqual(doing("p", inside, { [held]: true }), []);
});
