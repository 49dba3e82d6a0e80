/** The races as they are drawn: marks in their order along the track, what a tile in hand changes, and what a phone shows. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { raceTrack } from "../../static/js/panels/race-track.js";
import { racesPanel } from "../../static/js/panels/races.js";
import { newTable } from "../../static/js/state/table.js";
import { vectors } from "./vectors.js";

const GAME = vectors("games").find(
  (/** @type {any} */ game) => game.audience === 0 && game.start.players > 2,
);

/** @param {any} piece @returns {any[]} */
const all = (piece) => (typeof piece === "string" ? [] : [piece, ...piece.children.flatMap(all)]);
/** Every element of a class. @param {any} piece @param {string} name */
const of = (piece, name) =>
  all(piece).filter(({ attributes }) =>
    String(attributes.class ?? "")
      .split(" ")
      .includes(name),
  );
/** @param {any} piece @returns {string} */
const words = (piece) => (typeof piece === "string" ? piece : piece.children.map(words).join(""));

/** @param {number[][]} entries @param {object} [more] */
const track = (entries, more = {}) =>
  raceTrack({ entries, me: 0, leader: null, tied: [], from: null, ...more });
/** Where marks stand, by seat. @param {any} drawn */
const places = (drawn) =>
  of(drawn, "race-track-seat")
    .map(({ key, attributes }) => [key, Number(attributes.style.transform.match(/[\d.-]+/)[0])])
    .sort();

test("a track has a tick for each area, and above fourteen for each five", () => {
  const ticks = (/** @type {number} */ most) => of(track([[most], [1]]), "race-track-tick").length;
  assert.deepEqual([1, 3, 14, 15, 20].map(ticks), [2, 4, 15, 4, 5]);
});

test("further right leads, marks keep off each other, and nobody without a claim stands there", () => {
  const drawn = places(track([[3], [7], [0], [8]], { leader: 3 }));
  assert.deepEqual(
    drawn.map(([seat]) => seat),
    [0, 1, 3],
  );
  const [[, x0], [, x1], [, x3]] = drawn;
  assert.ok(x0 < x1 && x1 < x3);
  assert.ok(x3 - x1 >= 19 - 0.1);
  assert.ok(x3 <= 176);
});

test("equal claims stand side by side with one figure, and a tie in front has its sign", () => {
  const drawn = track([[4], [4], [2]], { tied: [0, 1] });
  assert.deepEqual(of(drawn, "race-track-figure").map(words), ["2", "4"]);
  const [[, x0], [, x1]] = places(drawn);
  assert.ok(Math.abs(x1 - x0 - 19) < 0.2);
  assert.equal(all(drawn).length - all(track([[4], [4], [2]])).length > 0, true);
});

test("in the last round second regions decide between equal ones", () => {
  const drawn = track([
    [4, 2],
    [4, 3],
  ]);
  assert.deepEqual(of(drawn, "race-track-figure").map(words), ["4·2", "4·3"]);
});

test("what a tile brings is drawn as a way from here to there, and a claim that is lost ends at nothing", () => {
  const further = track([[8], [2]], { from: 2 });
  const [way] = of(further, "journey-way");
  assert.match(way.attributes.d, /l4 4l-4 4$/);
  const back = track([[2], [8]], { from: 8 });
  assert.match(of(back, "journey-way")[0].attributes.d, /l-4 4l4 4$/);
  assert.equal(of(track([[8], [2]], { from: 8 }), "journey-way").length, 0);
  const lost = track([[0], [2]], { from: 2 });
  assert.equal(of(lost, "journey-gone").length, 1);
  assert.equal(of(further, "journey-gone").length, 0);
  assert.equal(of(track([[8], [2]]), "journey").length, 0);
});

test("mine is mine, and of the others only the one in front stands out", () => {
  const kinds = of(track([[2], [3], [1]], { leader: 1 }), "race-track-seat").map(({ key, attributes }) => [
    key,
    attributes.class.trim(),
  ]);
  assert.deepEqual(kinds.sort(), [
    [0, "race-track-seat is-mine"],
    [1, "race-track-seat is-front"],
    [2, "race-track-seat"],
  ]);
});

test("of the figures as well mine is mine, also where nobody leads", () => {
  const kinds = (/** @type {object} */ more) =>
    of(track([[2], [3], [1]], more), "race-track-figure").map((figure) => [
      words(figure),
      figure.attributes.class.replace("race-track-figure", "").trim(),
    ]);
  const mine = ["2", "is-mine"];
  assert.deepEqual(kinds({}).sort(), [["1", ""], mine, ["3", ""]]);
  assert.deepEqual(kinds({ leader: 1 }).sort(), [["1", ""], mine, ["3", "is-front"]]);
  assert.deepEqual(kinds({ me: null, leader: 1 }).sort(), [
    ["1", ""],
    ["2", ""],
    ["3", "is-front"],
  ]);
});

/** A table at the start of a game, with something changed. @param {object} [changes] @returns {any} */
const table = (changes = {}) => ({
  ...newTable(),
  game: "g",
  role: "seat",
  me: 0,
  view: GAME.start,
  ...changes,
});

test("that something is tried is said while a tile lies on a face, and at no other time", () => {
  const [tile] = GAME.start.display;
  const held = { tile, face: 3, turn: 0, isPinned: true };
  const chips = (/** @type {any} */ state) => of(racesPanel(state), "if-chip").length;
  assert.equal(chips(table()), 0);
  assert.equal(chips(table({ held: { ...held, face: null } })), 0);
  assert.equal(chips(table({ held })), 1);
  const proposed = { placement: { tile, face: 3, turn: 0 }, areas: [] };
  assert.equal(chips(table({ shown: proposed })), 0);
});

test("no races are shown where a room does without, and none after the end", () => {
  const room = { options: { races: false }, seats: [] };
  assert.equal(racesPanel(table({ room })), null);
  assert.ok(racesPanel(table({ room: { ...room, options: { races: true } } })));
  assert.equal(racesPanel(table({ view: { ...GAME.start, over: true } })), null);
  assert.equal(racesPanel(table({ view: null })), null);
});

test("a phone shows two, one of them of the next round to be decided", () => {
  const panel = racesPanel(table());
  const tops = of(panel, "race").flatMap(({ attributes, key }) =>
    attributes["data-top"] ? [[attributes["data-top"], key]] : [],
  );
  assert.deepEqual(tops.map(([place]) => place).sort(), [1, 2]);
  const next = GAME.start.columns.find((/** @type {any[]} */ column) => column.length > 0);
  assert.ok(next.includes(tops.find(([place]) => place === 1)?.[1]));
});
