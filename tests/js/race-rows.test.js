/** The rows of the races: which of them a phone shows, what is up or down, and where the marks stand. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { raceTrack } from "../../static/js/panels/race-track.js";
import { racesPanel } from "../../static/js/panels/races.js";
import { newTable } from "../../static/js/state/table.js";
import { readTexts } from "./catalogue.js";

await readTexts({ "common.list_comma": ", ", "races.told": "{claims}. {verdict}." });

const FREE = ".....";
const BARE = FREE.repeat(12);

/**
 * My table with a tile tried on face 0, in a round.
 * @param {{round: number, columns: Record<number, string[]>, tile: string, planets?: string[]}} how
 */
function trying({ round, columns, tile, planets = [BARE, BARE] }) {
  const view = {
    ...{ round, due: 0, over: false, players: 2, planets, tiles: [tile], display: [0], taken: [null] },
    columns: Array.from({ length: 10 }, (_, i) => columns[i + 3] ?? []),
    ...{ awards: [], objective: null },
  };
  const held = { tile: 0, face: 0, turn: 0, isPinned: true };
  return { ...newTable(), me: 0, view: /** @type {any} */ (view), held };
}

/** @typedef {import("../../static/js/ui/dom.js").Piece} Piece */
/** All pieces of a tag and class in a description. @param {any} piece @param {string} kind @returns {Piece[]} */
function all(piece, kind) {
  if (!piece || typeof piece === "string") return [];
  const own = String(piece.attributes.class ?? "").split(" ");
  const inside = piece.children.flatMap((/** @type {any} */ child) => all(child, kind));
  return own.includes(kind) ? [piece, ...inside] : inside;
}

/** @param {any} state */
const rows = (state) => all(racesPanel(state), "race");
/** @param {any} state */
const onPhone = (state) =>
  rows(state)
    .filter(({ attributes }) => attributes["data-top"])
    .map(({ key }) => key);

test("the races of this round stay on a phone, whatever a tile would change later", () => {
  const columns = { 6: ["D#"], 7: ["F#"], 8: ["O#"] };
  assert.deepEqual(onPhone(trying({ round: 6, columns, tile: "FFFFF" })), ["D#", "F#"]);
  assert.deepEqual(onPhone(trying({ round: 6, columns, tile: "OOOOO" })), ["D#", "O#"]);
});

test("three of this round are all there, and more of it are not", () => {
  const columns = { 9: ["D#", "M#", "G#", "D+O"], 10: ["F#"] };
  const state = trying({ round: 9, columns, tile: "FFFFF" });
  assert.deepEqual(onPhone(state), ["D#", "M#", "G#"]);
  assert.equal(racesPanel(state)?.attributes["data-many"], true);
});

test("a row is up where my number grows, but not mine where somebody else still leads", () => {
  const planets = [BARE, `FFFDD${FREE.repeat(11)}`];
  const [forest] = rows(trying({ round: 6, columns: { 6: ["F+D"] }, tile: "FDDDD", planets }));
  assert.deepEqual([forest.attributes["data-tone"], forest.attributes["data-behind"]], ["better", true]);
  const [alone] = rows(trying({ round: 6, columns: { 6: ["F+D"] }, tile: "FDDDD" }));
  assert.deepEqual([alone.attributes["data-tone"], alone.attributes["data-behind"]], ["better", false]);
});

test("a row whose number stays is neither up nor down", () => {
  // A second region of forest beside desert: only the largest is compared.
  const planets = [`${BARE.slice(0, 55)}FFDDD`, BARE];
  const [row] = rows(trying({ round: 6, columns: { 6: ["F+D"] }, tile: "FDMMM", planets }));
  assert.equal(row.attributes["data-tone"], null);
});

test("marks keep to the track, also where numbers have two parts", () => {
  const track = { entries: [[1, 0], [1, 1], [0]], me: 0, leader: 1, tied: [], from: 6 };
  const xs = all(raceTrack(track), "race-track-figure").map(({ attributes }) => Number(attributes.x));
  assert.equal(xs.length, 2);
  assert.ok(xs[0] >= 8 && xs[1] - xs[0] >= 20, `${xs}`);
});
