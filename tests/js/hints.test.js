/** Hints at the table: shown while the move is mine and no tile in hand, taken into the hand, told in words. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { hintButton, hintPanel, hintPill } from "../../static/js/panels/hint.js";
import {
  canAsk,
  hintAtHand,
  hintOnShow,
  learnHint,
  takeHint,
  turnHint,
} from "../../static/js/state/hinting.js";
import { newTable } from "../../static/js/state/table.js";
import { areasOnShow, placementTried } from "../../static/js/state/trying.js";
import { seatText } from "../../static/js/texts/events.js";
import { hintText, reasonTexts } from "../../static/js/texts/hints.js";
import { hintsNews, newsOf } from "../../static/js/texts/news.js";
import { readTexts } from "./catalogue.js";
import { vectors } from "./vectors.js";

await readTexts(english());
/** The catalogue itself, flat as the browser has it. */
function english() {
  const texts = JSON.parse(readFileSync("app/texts/en.json", "utf8"));
  const flat = Object.entries(texts).flatMap(([section, words]) =>
    Object.entries(/** @type {Record<string, string>} */ (words)).map(([key, text]) => [
      `${section}.${key}`,
      text,
    ]),
  );
  return Object.fromEntries(flat);
}

const GAME = vectors("games").find((/** @type {any} */ game) => game.audience !== null);
const ME = GAME.start.due;
const [TILE, OTHER] = GAME.start.display;
const BEST = [
  { tile: TILE, face: 3, turn: 2, reasons: [{ key: "grows", args: { habitat: "F", size: 3 } }] },
  { tile: OTHER, face: 7, turn: 0, reasons: [{ key: "denies", args: { tile: OTHER, seat: 1 } }] },
];
const SEATS = [0, 1, 2, 3].map((seat) => ({ seat, name: `Moss ${seat}`, bot: null }));

/** A table at its first move, which is mine. @param {any} [fields] @returns {any} */
function table(fields = {}) {
  const room = { code: "K7P", seats: SEATS, hints: { agreed: [], awaited: [] }, options: {} };
  return { ...newTable(), me: ME, game: "g", view: GAME.start, room, ...fields };
}

const asked = learnHint(table(), { game: "g", moves: 0, best: BEST });

test("hints are there to ask for while the move is mine and the host allows them", () => {
  assert.ok(canAsk(table()));
  assert.ok(!canAsk(table({ me: (ME + 1) % 2 })));
  assert.ok(!canAsk(table({ reviewSeq: 0 })));
  assert.ok(!canAsk(table({ room: { ...table().room, hints: null } })));
});

test("a hint lies on my planet until a tile is in hand or a move is made", () => {
  assert.deepEqual(placementTried(asked), { tile: TILE, face: 3, turn: 2 });
  assert.equal(areasOnShow(asked, ME).slice(15, 20).includes("."), false);
  const held = { ...asked, held: { tile: OTHER, face: 1, turn: 0, isPinned: false } };
  assert.equal(hintOnShow(held), null);
  assert.equal(placementTried(held)?.face, 1);
  assert.ok(hintAtHand(held), "it is there again once the tile is put back");
  assert.equal(hintAtHand({ ...asked, hint: { .../** @type {any} */ (asked.hint), moves: 1 } }), null);
  assert.equal(hintAtHand({ ...asked, hint: { .../** @type {any} */ (asked.hint), game: "other" } }), null);
  assert.equal(hintAtHand({ ...asked, reviewSeq: 0 }), null);
});

test("the moves of a hint follow each other in a ring, and the one on show can be taken", () => {
  assert.equal(hintOnShow(turnHint(asked, 1))?.face, 7);
  assert.equal(hintOnShow(turnHint(turnHint(asked, -1), -1))?.face, 3);
  assert.equal(turnHint(table(), 1).hint, null);
  const taken = takeHint(turnHint(asked, 1));
  assert.deepEqual(taken.held, { tile: OTHER, face: 7, turn: 0, isPinned: true });
  assert.equal(taken.focus, 7);
  assert.equal(takeHint(taken), taken, "it is in hand already");
});

test("a hint is told in words: where it lies, and what speaks for it", () => {
  assert.equal(hintText(asked), "Hint 1 of 2: tile 1 on face 3. forest: a region of 3.");
  assert.equal(hintText(turnHint(asked, 1)), "Hint 2 of 2: tile 2 on face 7. Moss 1 wants this tile most.");
  assert.equal(hintText(table()), "");
  const objective = { key: "objective", args: { habitat: "F", areas: 8, least: 9, points: 1 } };
  const race = { key: "takes_lead", args: { animal: "F#", claim: 3, rival: 2, round: 5 } };
  const told = reasonTexts(asked, { ...BEST[0], reasons: [objective, race] });
  assert.equal(told[0], "forest: 8 areas; 9 areas earn 1 point");
  assert.match(told[1], /, round 5: takes the lead, 3 to 2$/);
});

test("that somebody asked stands in the log, and is no news of a move", () => {
  const event = { kind: /** @type {const} */ ("seat"), seat: 1, bot: null, hint: true };
  const before = table({ me: 1 });
  assert.equal(seatText(table({ me: 0 }), event), "*Moss 1* asked for a hint");
  assert.equal(seatText(before, event), "*You* asked for a hint");
  const now = { ...before, seq: 1, log: [{ seq: 1, at: "", event }] };
  assert.deepEqual(newsOf(before, now), []);
});

test("in a public room it is told when hints are wished for, allowed or refused", () => {
  const at = (/** @type {number[]} */ agreed, /** @type {number[]} */ awaited) =>
    table({ me: 0, room: { ...table().room, hints: { agreed, awaited } } });
  const [none, wished, all] = [at([], [0, 1]), at([1], [0]), at([0, 1], [])];
  assert.equal(hintsNews(none, wished), "Hints in this game? Moss 1: yes.");
  assert.equal(hintsNews(wished, all), "All agree: there are hints in this game.");
  assert.equal(hintsNews(wished, none), "No hints in this game.");
  assert.equal(hintsNews(none, at([0], [1])), null);
  assert.equal(hintsNews(all, all), null);
  assert.equal(hintsNews(table({ room: null }), all), null);
});

/** All texts of a description, in order. @param {any} node @returns {string[]} */
function textsOf(node) {
  if (node === null || node === undefined || typeof node === "boolean") return [];
  if (Array.isArray(node)) return node.flatMap(textsOf);
  return typeof node === "object" ? textsOf(node.children) : [String(node)];
}

test("the card tells the hint on show, and the pill beside the tiles leads on and takes it", () => {
  const sheet = /** @type {any} */ ({ height: 100, places: Array.from({ length: 12 }, () => ({ y: 90 })) });
  const actions = /** @type {any} */ ({});
  const card = hintPanel(asked, actions, sheet);
  assert.deepEqual(textsOf(card).slice(0, 2), ["Hint 1 of 2", "forest: a region of 3"]);
  assert.match(String(card?.attributes.class), /is-above/);
  assert.equal(hintPanel(table(), actions, sheet), null);
  assert.equal(hintPill(table(), actions), null);
  assert.ok(textsOf(hintPill(asked, actions)).includes("Take it"));
  assert.ok(textsOf(hintButton(table(), actions)).includes("Hint"));
  assert.equal(hintButton(table({ reviewSeq: 0 }), actions), null);
});
