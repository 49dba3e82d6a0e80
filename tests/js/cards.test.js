/** The card of an animal: everybody's claim with the regions it is made of, then and now, and nothing that is hidden. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cardPanel } from "../../static/js/panels/card.js";
import { claim } from "../../static/js/rules/planet.js";
import { races } from "../../static/js/rules/races.js";
import { endCeremony, untoldAwards } from "../../static/js/state/awards.js";
import { planetOfCard } from "../../static/js/state/cards.js";
import { litAreas } from "../../static/js/state/lit.js";
import { viewOnShow } from "../../static/js/state/looking.js";
import { reducers } from "../../static/js/state/messages.js";
import { newTable } from "../../static/js/state/table.js";
import { vectors } from "./vectors.js";

/** @typedef {import("../../static/js/state/table.js").TableState} TableState */

const GAMES = vectors("games").filter((/** @type {any} */ game) => game.audience === null);
const hands = /** @type {any} */ ({ update() {}, closeCard() {} });

/** A watcher's table after so many events of a game. @param {any} game @param {number} count @returns {TableState} */
function tableAfter(game, count) {
  let table = reducers.snapshot(reducers.welcome(newTable(), { role: "watcher", seat: null }), {
    game: "g",
    seq: 0,
    view: game.start,
  });
  for (const [i, { event }] of game.steps.slice(0, count).entries())
    table = reducers.event(table, { seq: i + 1, at: "", event, action_id: null });
  return table;
}

/** @param {TableState} table @param {string | null} animal @param {number} round @returns {TableState} */
const withCard = (table, animal, round) => ({ ...table, card: { animal, round, isPinned: true } });

/** @param {TableState} state */
const written = (state) => JSON.stringify(cardPanel(state, hands));

/** @param {any} piece @returns {string} */
const wordsOf = (piece) => (typeof piece === "string" ? piece : piece.children.map(wordsOf).join(""));

/** The text of every element of a class. @param {any} piece @param {string} name @returns {string[]} */
function texts(piece, name) {
  if (typeof piece === "string") return [];
  const own = String(piece.attributes.class ?? "")
    .split(" ")
    .includes(name)
    ? [wordsOf(piece)]
    : [];
  return [...own, ...piece.children.flatMap((/** @type {any} */ child) => texts(child, name))];
}

test("the card of an animal still to be won tells every claim and the regions it comes from", () => {
  const table = endCeremony(tableAfter(GAMES[0], 15));
  assert.ok(table.view);
  for (const { animal, round, claims } of races(table.view)) {
    const card = withCard(table, animal, round);
    const panel = cardPanel(card, hands);
    assert.deepEqual(
      texts(panel, "card-number"),
      claims.map((entries) => String(entries[0] ?? 0)),
    );
    const sizes = texts(panel, "size-pill").length - texts(panel, "is-left-out").length;
    assert.equal(
      sizes,
      claims.flatMap((entries) => (animal[1] === "#" ? Array(entries[0]) : entries)).length,
    );
    for (const [seat, entries] of claims.entries())
      if (animal[1] !== "#") assert.equal(litAreas(card, seat).length, entries[0] ?? 0);
  }
});

test("what a claim is made of but does not decide yet stands back", () => {
  let looked = 0;
  for (const game of GAMES)
    for (let count = 15; count < game.steps.length; count += 9) {
      const table = endCeremony(tableAfter(game, count));
      if (!table.view || table.view.over) continue;
      for (const { animal, round, claims } of races(table.view)) {
        const panel = cardPanel(withCard(table, animal, round), hands);
        const told = animal[1] === "#" ? 0 : claims.flatMap((entries) => entries.slice(1)).length;
        const later = texts(panel, "is-later").length;
        if (round < 12) assert.equal(later, told);
        else assert.ok(later <= told);
        looked += told;
      }
    }
  assert.ok(looked > 0);
});

test("the card of a past award tells of the planets as they were then", () => {
  for (const game of GAMES.slice(0, 4)) {
    const table = endCeremony(tableAfter(game, game.steps.length));
    assert.ok(table.view);
    for (const { animal, round, claims } of table.view.awards) {
      const card = withCard(table, animal, round);
      assert.deepEqual(
        claims,
        claims.map((_, seat) => claim(planetOfCard(card, seat), animal)),
      );
      assert.match(written(card), /log\.(chose|tied|nobody|to_box)/);
    }
  }
});

test("an animal whose award is still to be told shows its wish alone", () => {
  const table = Array.from({ length: 16 }, (_, i) => tableAfter(GAMES[0], i)).find((one) => one.ceremony);
  assert.ok(table);
  const [{ animal, round }] = untoldAwards(table);
  assert.match(written(withCard(table, animal, round)), /table\.wish/);
  assert.doesNotMatch(written(withCard(table, animal, round)), /log\.|races\.claim|card-claims/);
  assert.match(written(withCard(endCeremony(table), animal, round)), /card-claims/);
});

test("a face-down animal tells nothing but when it is turned up", () => {
  const game = GAMES.find((/** @type {any} */ { start }) => start.variants.includes("mystery"));
  const table = tableAfter(game, 0);
  const round = 3 + (viewOnShow(table)?.columns.findLastIndex((column) => column.includes(null)) ?? 0);
  const card = withCard(table, null, round);
  assert.match(written(card), /card\.turned_up/);
  assert.doesNotMatch(written(card), /animals\.|wish_|card-claims/);
  assert.deepEqual(litAreas(card, 0), []);
});

test("a table without live standings tells no claim before the award", () => {
  const room = /** @type {any} */ ({ options: { races: false }, seats: [] });
  const game = GAMES[0];
  const table = { ...endCeremony(tableAfter(game, game.steps.length - 1)), room };
  assert.ok(table.view);
  const [{ animal, round }] = races(table.view);
  const card = withCard(table, animal, round);
  assert.match(written(card), /table\.wish/);
  assert.doesNotMatch(written(card), /card-claims|card-ending/);
  assert.deepEqual(litAreas(card, 0), []);
  const [award] = table.view.awards;
  assert.match(written(withCard(table, award.animal, award.round)), /card-claims/);
});
