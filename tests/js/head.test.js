/** The head line and the objective: whom one waits for and how long, and what counts for me alone. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { headPanel } from "../../static/js/panels/head.js";
import { objectiveChip, objectivePanel } from "../../static/js/panels/objective.js";
import { newTable } from "../../static/js/state/table.js";
import { readTexts } from "./catalogue.js";
import { vectors } from "./vectors.js";

const GAME = vectors("games").find((/** @type {any} */ game) => game.audience === 0);
const { start } = GAME;
const other = start.due === 1 ? 0 : 1;

/** @param {any} piece @returns {any[]} */
const all = (piece) => (typeof piece === "string" ? [] : [piece, ...piece.children.flatMap(all)]);
/** @param {any} piece @returns {string} */
const words = (piece) => (typeof piece === "string" ? piece : piece.children.map(words).join(""));
/** @param {any} piece @param {string} name */
const of = (piece, name) =>
  all(piece).filter(({ attributes }) =>
    String(attributes.class ?? "")
      .split(" ")
      .includes(name),
  );

/** A game in which somebody else is due. @param {object} [due] who that is @param {object} [options] @returns {any} */
const waiting = (due = {}, options = {}) => ({
  ...newTable(),
  game: "g",
  role: "seat",
  me: other,
  view: start,
  connection: { line: "live", since: 0, code: null },
  room: {
    name: "Room",
    watchers: { count: 0, names: [] },
    options,
    game: { due_at: new Date(Date.now() + 45_500).toISOString(), state: "running" },
    seats: start.planets.map((/** @type {string} */ _, /** @type {number} */ seat) => ({
      seat,
      name: `Player ${seat}`,
      presence: "here",
      bot: null,
      ...(seat === start.due ? due : {}),
    })),
  },
});
/** @param {any} state */
const under = (state) => {
  const line = all(headPanel(state, /** @type {any} */ ({}))).find(
    ({ attributes }) => attributes.class === "head-line",
  );
  return [words(line.children[0]), line.children[1] ? words(line.children[1]) : ""];
};

test("time is told where a clock runs or a caretaker comes, and never for a bot", async () => {
  await readTexts({
    "head.their_move": "{name} is choosing",
    "head.away": "{name} is away",
    "head.left": "{span} left",
    "head.caretaker_in": "the caretaker plays in {span}",
  });
  const name = `Player ${start.due}`;
  assert.equal(under(waiting())[0], `${name} is choosing`);
  assert.doesNotMatch(under(waiting())[1], /left|caretaker/);
  assert.match(under(waiting({}, { clock: 60 }))[1], /^0:4\d left · /);
  assert.doesNotMatch(under(waiting({ bot: "grove" }, { clock: 60 }))[1], /left/);
  const away = under(waiting({ presence: "away" }, { clock: 60 }));
  assert.equal(away[0], `${name} is away`);
  assert.match(away[1], /^the caretaker plays in 0:4\d · /);
});

test("my objective counts for me alone, with what is still to be had", async () => {
  await readTexts({});
  const habitat = start.objective;
  const state = { ...waiting(), me: 0 };
  const planets = [`${habitat.repeat(3)}${start.planets[0].slice(3)}`, ...start.planets.slice(1)];
  const panel = objectivePanel({ ...state, view: { ...start, planets } });
  assert.equal(panel?.attributes["data-habitat"], habitat);
  assert.deepEqual(of(panel, "objective-count").map(words), ["3"]);
  assert.deepEqual(of(panel, "objective-tier").map(words), [""]);
  assert.equal(of(panel, "only-you").length, 1);
  assert.equal(of(panel, "is-reached").length, 0);
  assert.equal(objectivePanel({ ...state, me: null, eye: null }), null);
  assert.equal(objectivePanel({ ...state, view: { ...start, over: true } }), null);
  assert.deepEqual(
    of(objectiveChip({ ...state, view: { ...start, planets } }), "objective-count").map(words),
    ["3"],
  );
  assert.equal(objectiveChip({ ...state, me: null }), null);
});
