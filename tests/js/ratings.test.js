/** What a rated game made of ratings: who sees what of it, in which words, and when it is heard. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { ratedMark, ratingsPanel } from "../../static/js/panels/ratings.js";
import { newTable } from "../../static/js/state/table.js";
import { newsOf } from "../../static/js/texts/news.js";
import { decimal, ratingText, whyText } from "../../static/js/texts/ratings.js";
import { readTexts } from "./catalogue.js";
import { vectors } from "./vectors.js";

const TEXTS = {
  "rating.now": "*{change}*: your rating is now *{mean} ± {spread}*",
  "rating.now_theirs": "{name}: *{change}*, rating now *{mean} ± {spread}*",
  "rating.provisional_other": "Provisional: {count} more",
  "spoken.sentence": "{text}.",
};

/** The end of a game of three. */
const GAME = vectors("games").find((/** @type {any} */ { start }) => start.players === 3);
const VIEW = { ...GAME.start, over: true, winners: [0], scores: [], awards: [] };

/** @param {object} [changes] */
const rating = (changes = {}) => ({
  mean: 26.32,
  spread: 7.94,
  games: 3,
  provisional: true,
  change: 1.32,
  weight: 1,
  alone: false,
  ...changes,
});

/** @param {number} seat @param {object} [changes] @returns {any} */
const one = (seat, changes = {}) => ({ seat, left: false, finished: true, rating: rating(), ...changes });

/** @param {any[] | null} seats @param {object} [changes] @returns {any} */
const table = (seats, changes = {}) => ({
  ...newTable(),
  game: "g",
  me: 1,
  view: VIEW,
  revealed: 3,
  ratings: seats && { game: "g", seats },
  room: { options: { rated: true }, seats: [0, 1, 2].map((seat) => ({ seat, name: `Player ${seat}` })) },
  ...changes,
});

/** @param {any} piece @returns {string} */
const words = (piece) =>
  typeof piece === "string" ? piece : (piece?.children ?? []).map(words).filter(Boolean).join(" ");

test("ratings are written with one place behind the point, and a change with its sign", () => {
  assert.deepEqual([decimal(24), decimal(25.25, true), decimal(-0.31, true)], ["24.0", "+25.3", "−0.3"]);
  assert.equal(ratingText(/** @type {any} */ (rating())), "26.3 ± 7.9");
});

test("each seat has its change and rating, mine says how far it is from sure, and what is not shown says so", async () => {
  await readTexts(TEXTS);
  const seats = [one(0), one(1), one(2, { rating: null })];
  const rows = /** @type {any} */ (ratingsPanel(table(seats))).children[1].children.slice(1).map(words);
  assert.deepEqual(rows, [
    "Player 0 +1.3 26.3 ± 7.9 rating.is_provisional",
    "Player 1 table.you +1.3 26.3 ± 7.9 Provisional: 7 more",
    "Player 2 rating.unshown",
  ]);
});

test("a plain game has no ratings and no mark; a rated one keeps their place until they are known", async () => {
  await readTexts(TEXTS);
  const plain = table([one(0)], { room: { options: { rated: false }, seats: [] } });
  assert.equal(ratingsPanel(plain), null);
  assert.equal(ratedMark(plain), null);
  const waiting = /** @type {any} */ (ratingsPanel(table(null)));
  assert.equal(waiting.children[1].children.length, 1 + 3);
  assert.doesNotMatch(words(waiting), /\d\.\d/);
  assert.match(words(ratingsPanel(table([]))), /rating\.not_yet/);
  const others = table([one(0)], { ratings: { game: "before", seats: [one(0)] } });
  assert.doesNotMatch(words(ratingsPanel(others)), /\d\.\d/);
  const [button, says] = /** @type {any} */ (ratedMark(table(null))).children;
  assert.equal(button.attributes["aria-describedby"], says.attributes.id);
  assert.equal(words(says), "rating.room_says");
});

test("what the caretaker's moves made of it is said of each whom it concerns", async () => {
  await readTexts(TEXTS);
  const why = (/** @type {object} */ changes, /** @type {boolean} */ isMine) =>
    whyText(one(0, changes), isMine);
  assert.equal(why({ left: true, finished: false }, true), "rating.left");
  assert.equal(why({ left: true, rating: null }, false), "rating.left_theirs");
  assert.equal(why({ finished: false, rating: rating({ change: 0 }) }, false), "rating.unfinished");
  assert.equal(why({ finished: false, rating: rating({ change: -1 }) }, false), "");
  assert.equal(why({ rating: rating({ alone: true, weight: 0 }) }, true), "rating.alone");
  assert.equal(why({ rating: rating({ weight: 0 }) }, false), "rating.for_nothing_theirs");
  assert.equal(why({ rating: rating({ weight: 0.5 }) }, true), "rating.in_part");
  const told = (/** @type {any[]} */ seats) => words(ratingsPanel(table(seats)));
  assert.match(told([one(0, { left: true }), one(1), one(2)]), /rating\.others_left/);
  assert.doesNotMatch(told([one(0, { left: true }), one(1)]), /rating\.others_left/);
});

test("ratings are heard once, after the result: mine first, then those that are shown", async () => {
  await readTexts(TEXTS);
  const seats = [one(0), one(1), one(2, { rating: null })];
  const [before, now] = [table(null), table(seats)];
  assert.deepEqual(newsOf(before, now), [
    "+1.3: your rating is now 26.3 ± 7.9.",
    "Player 0: +1.3, rating now 26.3 ± 7.9.",
  ]);
  assert.deepEqual(newsOf(now, now), []);
  const counting = { ...now, revealed: 2 };
  assert.deepEqual(newsOf(before, counting), []);
  assert.equal(newsOf(counting, now).length, 3); // and who has won
});
