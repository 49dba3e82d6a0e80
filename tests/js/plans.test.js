/** Plans: what can be planned and when, what is shown of it, what the server is asked, and how a planned move is told. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { planButton, planCard, planChip, planHint } from "../../static/js/panels/plan.js";
import { canPlace } from "../../static/js/state/placing.js";
import {
  canPlan,
  canPlanHeld,
  isPlanFull,
  learnPlan,
  planned,
  stillPossible,
  wishOnShow,
  withHeld,
} from "../../static/js/state/planning.js";
import { newTable } from "../../static/js/state/table.js";
import { followPlan, leaveOut, planHeld, withdraw } from "../../static/js/table/plans.js";
import { moveText } from "../../static/js/texts/events.js";
import { readTexts } from "./catalogue.js";
import { vectors } from "./vectors.js";

const texts = JSON.parse(readFileSync("app/texts/en.json", "utf8"));
const SECTIONS = ["plan", "log", "errors", "guide", "misconduct"];
await readTexts(
  Object.fromEntries(
    SECTIONS.flatMap((section) =>
      Object.entries(texts[section] ?? {}).map(([key, text]) => [`${section}.${key}`, String(text)]),
    ),
  ),
);

const GAME = vectors("games").find((/** @type {any} */ game) => game.audience !== null);
const VIEW = GAME.start;
const ME = (VIEW.due + 1) % VIEW.players;
const [ONE, TWO, THREE, FOUR] = VIEW.display;
const SEATS = [0, 1, 2, 3].map((seat) => ({ seat, name: `Moss ${seat}`, bot: null }));
const wish = (/** @type {number} */ tile, face = 3) => ({ tile, face, turn: 2 });
const keptOf = (/** @type {any[]} */ ...wishes) => ({ round: VIEW.round, wishes, lapsed: false, open: true });

/** A slow game at its first move, which is that of the seat before mine. @param {any} [fields] @returns {any} */
function table(fields = {}) {
  const room = { code: "K7P", seats: SEATS, options: { clock: 86_400 }, game: { state: "playing" } };
  const base = { ...newTable(), me: ME, game: "g", view: VIEW, room, seq: 1 };
  return { ...base, ...fields };
}

/** The same with other fields in what I see. @param {any} fields @param {any} [more] */
const seeing = (fields, more = {}) => table({ view: { ...VIEW, ...fields }, ...more });

/** What is asked of the server, and what it answers. @param {any} answer @param {number} [status] */
function serverSays(answer, status = 200) {
  /** @type {any[]} */
  const asked = [];
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ path, /** @type {any} */ { method, body }) => {
      asked.push([method, path, body && JSON.parse(body)]);
      return { ok: status < 400, status, json: async () => answer };
    }
  );
  return asked;
}

/** @param {any} state */
function means(state) {
  /** @type {string[]} */
  const toasts = [];
  const update = (/** @type {(now: any) => any} */ change) => {
    state = change(state);
  };
  return { get: () => state, update, toast: (/** @type {string} */ text) => toasts.push(text), toasts };
}

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

test("a move is planned in a slow game, before it is mine, while it is to come this round", () => {
  assert.equal(canPlan(table()), true);
  assert.equal(canPlan(table({ me: VIEW.due })), false);
  assert.equal(canPlan(table({ me: null })), false);
  assert.equal(canPlan(seeing({ over: true })), false);
  assert.equal(canPlan(seeing({ taken: [ME, null, null, null, null] })), false);
  assert.equal(canPlan(table({ reviewSeq: 0 })), false);
  assert.equal(canPlan(table({ isReplay: true })), false);
  const quick = { ...table().room, options: { clock: 120 } };
  assert.equal(canPlan(table({ room: quick })), false);
});

test("the tile in hand is added last, or takes the place of what was planned for it, without those that are gone", () => {
  const held = { tile: TWO, face: 5, turn: 1, isPinned: true };
  const state = learnPlan(table({ held }), keptOf(wish(ONE), wish(TWO), wish(THREE)));
  assert.equal(canPlanHeld(state), true);
  assert.equal(canPlace(state), false);
  assert.deepEqual(withHeld(state), [wish(ONE), { tile: TWO, face: 5, turn: 1 }, wish(THREE)]);
  assert.equal(isPlanFull(state), false);
  assert.equal(isPlanFull({ ...state, held: { ...held, tile: FOUR } }), true);
  const gone = { ...state, view: { ...VIEW, taken: [VIEW.due, null, null, null, null] } };
  assert.deepEqual(stillPossible(gone), [wish(TWO), wish(THREE)]);
  assert.equal(isPlanFull({ ...gone, held: { ...held, tile: FOUR } }), false);
  assert.deepEqual(withHeld({ ...gone, held: { ...held, tile: FOUR } }).at(-1)?.tile, FOUR);
});

test("the first wish that is possible lies on my planet while nothing is in hand; one of another round is none", () => {
  const state = learnPlan(table(), keptOf(wish(ONE), wish(TWO, 8)));
  assert.deepEqual(wishOnShow(state), wish(ONE));
  const gone = { ...state, view: { ...VIEW, taken: [VIEW.due, null, null, null, null] } };
  assert.deepEqual(wishOnShow(gone), wish(TWO, 8));
  assert.equal(wishOnShow({ ...state, held: { tile: TWO, face: 5, turn: 1, isPinned: true } }), null);
  assert.equal(wishOnShow({ ...state, front: VIEW.due }), null);
  assert.deepEqual(planned({ ...state, view: { ...VIEW, round: 2 } }), []);
  assert.deepEqual(planned({ ...state, game: "another" }), []);
});

test("planning sends all of it, and puts the tile back; what is refused stays in hand", async () => {
  const held = { tile: TWO, face: 5, turn: 1, isPinned: true };
  const asked = serverSays(keptOf(wish(ONE), { tile: TWO, face: 5, turn: 1 }));
  const on = means(learnPlan(table({ held }), keptOf(wish(ONE))));
  await planHeld(on);
  const wishes = [wish(ONE), { tile: TWO, face: 5, turn: 1 }];
  assert.deepEqual(asked, [["PUT", "/api/games/g/plan", { round: VIEW.round, wishes }]]);
  assert.equal(on.get().held, null);
  assert.deepEqual(planned(on.get()), wishes);
  assert.deepEqual(on.toasts, ["Planned: it is placed when it is your turn."]);
  serverSays({ code: "no_plan" }, 409);
  on.update((now) => ({ ...now, held }));
  await planHeld(on);
  assert.equal(on.get().held, held);
  assert.match(on.toasts[1], /^You can plan your move/);
});

test("one wish is left out, the last one withdraws the plan", async () => {
  const on = means(learnPlan(table(), keptOf(wish(ONE), wish(TWO))));
  let asked = serverSays(keptOf(wish(TWO)));
  await leaveOut(on, ONE);
  assert.deepEqual(asked[0][2].wishes, [wish(TWO)]);
  asked = serverSays(null, 204);
  await leaveOut(on, TWO);
  assert.deepEqual(asked[0].slice(0, 2), ["DELETE", "/api/games/g/plan"]);
  assert.deepEqual(planned(on.get()), []);
  assert.deepEqual(on.toasts, ["You plan nothing now."]);
  serverSays({ code: "no_plan" }, 409);
  assert.equal(await withdraw(on), false);
});

test("it is asked for at each new moment, shown, and told once when it fits no more", async () => {
  const main = { toggleAttribute() {} };
  globalThis.document = /** @type {any} */ ({ querySelector: () => main });
  const asked = serverSays(keptOf(wish(ONE)));
  const on = means(table({ game: "h" }));
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
  followPlan(on);
  await settle();
  followPlan(on);
  followPlan(on);
  assert.equal(asked.length, 1);
  assert.deepEqual(on.get().shown, { placement: wish(ONE), areas: [] });
  serverSays({ ...keptOf(wish(ONE)), lapsed: true, open: false });
  on.update((now) => ({
    ...now,
    seq: 2,
    view: { ...VIEW, due: ME, taken: [VIEW.due, null, null, null, null] },
  }));
  followPlan(on);
  await settle();
  followPlan(on);
  assert.equal(on.get().shown, null);
  assert.deepEqual(on.toasts, ["Your plan fits no more: all its tiles are taken."]);
  on.update((now) => ({ ...now, view: { ...VIEW, over: true } }));
  followPlan(on);
});

test("it is told in words, with a way to leave each out and to withdraw all", () => {
  const actions = /** @type {any} */ ({});
  const state = learnPlan(table({ isPlanOpen: true }), keptOf(wish(ONE), wish(TWO, 8)));
  const words = (/** @type {any} */ piece) => JSON.stringify(piece);
  const gone = { ...state, view: { ...VIEW, taken: [VIEW.due, null, null, null, null] } };
  const sheet = /** @type {any} */ ({ places: Array(12).fill({ y: 0 }), height: 1 });
  assert.match(words(planCard(state, actions, sheet)), /If tile 1 is still there: on face 3/);
  assert.match(words(planCard(state, actions, sheet)), /Else tile 2: on face 8/);
  assert.match(words(planCard(gone, actions, sheet)), /Tile 1 is taken/);
  assert.match(words(planCard(state, actions, sheet)), /Withdraw the plan/);
  assert.equal(planCard({ ...state, isPlanOpen: false }, actions, sheet), null);
  assert.match(words(planChip(state, actions)), /Your plan/);
  assert.equal(planChip(table(), actions), null);
  assert.equal(planHint(table()), "Pick a tile to plan your move");
  const held = { tile: FOUR, face: 5, turn: 1, isPinned: true };
  assert.match(words(planButton({ ...state, held }, actions)), /Plan it/);
  const full = learnPlan(table({ held }), keptOf(wish(ONE), wish(TWO), wish(THREE)));
  assert.match(words(planButton(full, actions)), /Three at most/);
  assert.equal(planButton(table({ held, me: VIEW.due }), actions), null);
});

test("a planned move is told as planned", () => {
  const move = /** @type {any} */ ({ seat: VIEW.due, face: 4, by: "person", planned: true });
  assert.equal(moveText(table(), move), `*Moss ${VIEW.due}* placed on face 4, as planned`);
  assert.equal(moveText(table(), { ...move, seat: ME }), "*You* placed on face 4, as planned");
});
