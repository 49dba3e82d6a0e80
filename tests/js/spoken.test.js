/** What somebody who does not see the tile in hand hears of it, in the words of the catalogue. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

/** @param {Record<string, any>} section @param {string} prefix @returns {[string, string][]} */
const flat = (section, prefix = "") =>
  Object.entries(section).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value]] : flat(value, `${prefix}${key}.`),
  );
const catalogue = JSON.parse(readFileSync("app/texts/en.json", "utf8"));
const page = { lang: "en", texts: Object.fromEntries(flat(catalogue)) };
const texts = `data:application/json,${encodeURIComponent(JSON.stringify(page))}`;
Object.assign(globalThis, { document: { documentElement: { dataset: { texts } } } });

const { heldText, pickText, stepText } = await import("../../static/js/texts/spoken.js");
const { pick, stepTo, takeBack, turnHeld } = await import("../../static/js/state/placing.js");
const { newTable } = await import("../../static/js/state/table.js");
const { faceName } = await import("../../static/js/net/describe.js");
const { displayPanel } = await import("../../static/js/panels/display.js");

const FREE = ".....";

/** Me and one rival; my planet has a tile on face 1, and a panda and a tiger are still to be won. */
function table() {
  const mine = `${FREE}FFFFF${FREE.repeat(10)}`;
  const columns = [[], [], [], ["F#", "F+O"], [], [], [], [], [], []];
  const view = {
    round: 5,
    due: 0,
    over: false,
    players: 2,
    planets: [mine, FREE.repeat(12)],
    tiles: ["FFODO", "MMMMM"],
    display: [0, 1],
    taken: [null, 1],
    columns,
    awards: [],
    objective: "O",
  };
  return { ...newTable(), me: 0, view: /** @type {any} */ (view) };
}

test("the tile in hand: how it lies, over which face, what it touches and what it would change", () => {
  const held = stepTo(pick(table(), 0), 0);
  assert.equal(
    heldText(held),
    "Tile 1 over face 0: forest towards 1 and 2, ocean towards 3, desert towards 4, ocean towards 5. " +
      "Around it: forest on 1. Tiger: 0 to 7. You take the lead. Your secret habitat: 0 to 2.",
  );
});

test("a step onto a covered face says so, and tells of the tile only where it went along", () => {
  const held = stepTo(pick(table(), 0), 0);
  assert.equal(stepText(held, stepTo(held, 1), 1), "Face 1 is taken.");
  const far = stepTo(held, 11);
  assert.match(stepText(held, far, 11), /^Tile 1 over face 11/);
  assert.match(stepText(far, stepTo(far, 1), 1), /^Face 1 is taken\. Tile 1 over face \d+/);
});

test("every turn says how it lies now", () => {
  const held = stepTo(pick(table(), 0), 0);
  const lies = (/** @type {any} */ state) => heldText(state).match(/: (.*?)\./)?.[1];
  const [right, left] = [lies(turnHeld(held, 1)), lies(turnHeld(held, -1))];
  assert.equal(right, "ocean towards 1, forest towards 2 and 3, ocean towards 4, desert towards 5");
  assert.equal(left, "ocean towards 2, desert towards 3, ocean towards 4, forest towards 5 and 1");
});

test("where nothing is around and nothing changes, that is said", () => {
  const held = stepTo(pick(table(), 0), 11);
  assert.match(heldText(held), /All faces around it are free\./);
  const view = { ...held.view, columns: held.view?.columns.map(() => []), objective: null };
  assert.match(heldText({ ...held, view: /** @type {any} */ (view) }), /free\. No race changes\.$/);
});

test("a table without live standings tells of no race", () => {
  const room = /** @type {any} */ ({ options: { races: false }, seats: [] });
  assert.doesNotMatch(heldText({ ...stepTo(pick(table(), 0), 0), room }), /Tiger|race/);
});

test("a tile that is gone, one that is put back, and an empty hand are told", () => {
  const before = table();
  const held = pick(before, 0);
  assert.equal(pickText(before, pick(before, 1), 1), "Tile 2 is taken.");
  assert.equal(pickText(held, takeBack(held), 0), "Tile 1 is back.");
  assert.match(heldText(before), /^No tile is in hand/);
  assert.match(pickText(before, held, 0), /^Tile 1 over face/);
});

test("a tile's name gives its areas in their order", () => {
  const panel = JSON.stringify(displayPanel(table(), /** @type {any} */ ({})));
  assert.ok(panel.includes("Tile 1, clockwise: forest 2, ocean 1, desert 1, ocean 1"));
  assert.ok(panel.includes("Tile 2, clockwise: mountain 5. Seat 2 has it."));
  assert.match(faceName(FREE.repeat(12), 3), /free/);
});
