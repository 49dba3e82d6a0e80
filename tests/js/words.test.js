/** What people are called where there is little room. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { nameOf, shortName } from "../../static/js/texts/words.js";
import { rich, withNames } from "../../static/js/ui/names.js";

/** @param {string[]} names */
const table = (...names) =>
  /** @type {any} */ ({ room: { seats: names.map((name, seat) => ({ seat, name })) } });

test("a name's last word is short enough for a lane", () => {
  assert.equal(shortName(table("Quiet Comet", "Jonas"), 0), "Comet");
  assert.equal(shortName(table("Quiet Comet", "Jonas"), 1), "Jonas");
});

test("a number behind a name stays with it", () => {
  assert.equal(shortName(table("Grove", "Grove 2"), 1), "Grove 2");
  assert.equal(shortName(table("Quiet Comet", "Quiet Comet 2"), 1), "Comet 2");
});

test("two that would be called alike keep their whole names", () => {
  assert.equal(shortName(table("Quiet Comet", "Brave Comet"), 0), "Quiet Comet");
});

test("long names in a sentence can be shortened, short ones need not", () => {
  const [name, rest] = /** @type {any[]} */ (
    withNames(table("Mr. (W)WWWWWWW", "Jo"), "Mr. (W)WWWWWWW leads")
  ).slice(1);
  assert.deepEqual(
    [name.attributes.title, name.children, rest],
    ["Mr. (W)WWWWWWW", ["Mr. (W)WWWWWWW"], " leads"],
  );
  assert.equal(withNames(table("Quiet Comet", "Jo"), "Jo leads"), "Jo leads");
});

test("no line begins with the comma after a long name, or ends with the bracket before it", () => {
  const told = (/** @type {string} */ text) =>
    /** @type {any[]} */ (withNames(table("Wwwwwwwwwwww", "Jo"), text)).filter(Boolean);
  const [, kept, rest] = told("Tie with Wwwwwwwwwwww, leaves");
  assert.deepEqual([kept.attributes.class, rest], ["glued", " leaves"]);
  assert.deepEqual([kept.children[0].attributes.class, kept.children[1]], ["name", ","]);
  const [start, inBrackets, end] = told("Tie (Wwwwwwwwwwww), leaves");
  assert.deepEqual(
    [start, inBrackets.children[0], inBrackets.children[2], end],
    ["Tie ", "(", "),", " leaves"],
  );
  const [name, leads] = told("Wwwwwwwwwwww leads");
  assert.deepEqual([name.attributes.class, leads], ["name", " leads"]);
});

test("starred words of a sentence are strong; before there is a room nobody has a name in it", () => {
  const [before, name, after] = /** @type {any[]} */ (rich("*Ada* is back"));
  assert.deepEqual([before, name.tag ?? name.type, name.children, after], ["", "b", ["Ada"], " is back"]);
  assert.equal(withNames(/** @type {any} */ ({ room: null }), "Wwwwwwwwwwww leads"), "Wwwwwwwwwwww leads");
});

test("a name from the right keeps to itself", () => {
  assert.equal(shortName(table("عمر", "Jo"), 0), "\u2068عمر\u2069");
});

test("a bot is called in the reader's language; a seat that it has from a person keeps that one's name", () => {
  const seats = [
    { seat: 0, name: "Grove", bot: "grove" },
    { seat: 1, name: "Grove 2", bot: "grove" },
    { seat: 2, name: "Grove", bot: null },
    { seat: 3, name: "Maya", bot: "grove" },
  ];
  const names = seats.map(({ seat }) => nameOf(/** @type {any} */ ({ room: { seats } }), seat));
  assert.deepEqual(names, ["bots.grove", "bots.grove 2", "Grove", "Maya"]); // no catalogue: keys instead of words
});
