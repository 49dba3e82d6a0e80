/** The net as it is drawn: which faces are free, held, lit or followed across the gaps, and how large regions are. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { miniNet, netBoard, netName } from "../../static/js/net/board.js";
import { faceDetails, faceName } from "../../static/js/net/describe.js";
import { unfold } from "../../static/js/net/layout.js";
import { lay, planetFrom } from "../../static/js/rules/planet.js";

const EMPTY = ".".repeat(60);
const COVERED = lay(lay(lay(EMPTY, "OOOFF", 0, 0), "OOFFM", 1, 0), "DDDDD", 7, 0);
const SHEET = unfold(0, 600, 500);

/** @param {any} piece @returns {any[]} */
const all = (piece) => (typeof piece === "string" ? [] : [piece, ...piece.children.flatMap(all)]);
/** Every element of a class. @param {any} piece @param {string} name */
const of = (piece, name) =>
  all(piece).filter(({ attributes }) => ` ${attributes.class ?? ""} `.includes(` ${name} `));

/** @param {object} [more] */
const board = (more = {}) =>
  netBoard({
    areas: COVERED,
    sheet: SHEET,
    name: "Maya",
    ghost: null,
    lit: [],
    focus: 2,
    marked: null,
    canTry: false,
    on: {},
    ...more,
  });

test("free faces have their number, covered ones their areas, and the keyboard stands on one", () => {
  const net = board();
  assert.equal(of(net, "net-face").length, 12);
  assert.equal(of(net, "is-free").length, 9);
  assert.equal(of(net, "face-number").length, 9);
  const tabs = of(net, "net-face").map(({ attributes }) => attributes.tabindex);
  assert.deepEqual(
    tabs.map((tab, face) => (tab === "0" ? face : -1)).filter((face) => face >= 0),
    [2],
  );
  assert.equal(of(net, "is-open").length, 0);
  assert.equal(of(board({ canTry: true }), "is-open").length, 9);
});

test("the tile in hand is a pressed face with a ring, and its regions stand out", () => {
  const pressed = (/** @type {any} */ net) =>
    of(net, "net-face").map(({ attributes }) => attributes["aria-pressed"]);
  assert.deepEqual(new Set(pressed(board())), new Set([null]));
  const held = board({ ghost: 1 });
  assert.equal(pressed(held).filter((/** @type {string} */ one) => one === "true").length, 1);
  assert.equal(of(held, "is-ghost").length, 1);
  assert.equal(of(held, "net-ring").length, 2);
  assert.equal(of(board(), "net-ring").length, 1);
  assert.ok(of(held, "is-joined").length > 0);
  assert.equal(of(board(), "is-joined").length, 0);
});

test("every region of more than one area says its size, once", () => {
  const sizes = planetFrom(COVERED)
    .regions.map(({ size }) => size)
    .filter((size) => size > 1);
  const told = of(board(), "region-pill").map((pill) => Number(pill.children.at(-1).children[0]));
  assert.deepEqual(told.sort(), sizes.sort());
});

test("what is lit is marked, and only then does the rest stand back", () => {
  const lit = (/** @type {any} */ net) =>
    all(net).filter(({ attributes }) => attributes["data-lit"] === true).length;
  assert.equal(lit(board()), 0);
  assert.equal(lit(board({ lit: [0, 1, 35] })), 3);
  assert.equal(of(board({ lit: [0] }), "has-lit").length, 1);
  assert.equal(of(board(), "has-lit").length, 0);
});

test("ways lead from a marked face across each gap of its own", () => {
  assert.equal(of(board(), "way").length, 0);
  for (const marked of [0, 6, 11]) {
    const ways = of(board({ marked }), "way").length;
    assert.ok(ways <= 5);
    assert.equal(of(board({ marked }), "way-edge").length, 2 * ways);
  }
  assert.equal(of(board({ marked: 0 }), "way").length, 0, "the heart of the flower has no gap");
});

test("a small net shows the same without words", () => {
  const small = miniNet(COVERED, SHEET, []);
  assert.equal(of(small, "mini-free").length, 9);
  assert.equal(of(small, "mini-face").length, 3);
  assert.equal(of(miniNet(COVERED, SHEET, [3]), "has-lit").length, 1);
  assert.equal(netName("Maya"), "net.of");
});

test("a screen reader hears what lies on a face and round it", () => {
  assert.notEqual(faceName(COVERED, 0), faceName(COVERED, 2));
  for (let face = 0; face < 12; face++) {
    assert.equal(typeof faceName(COVERED, face), "string");
    assert.equal(typeof faceDetails(COVERED, face), "string");
  }
  assert.notEqual(faceDetails(COVERED, 0), faceDetails(EMPTY, 0));
});
