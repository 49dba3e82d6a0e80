/**
 * A game's past as one audience sees it: its first moment, put together from what a record says of the deal, and the
 * events that followed. Every later moment is a fold of these, at the table and in a replay alike.
 */

import { DEALT_PILES, FIRST_COLUMN, LAST_ROUND, TILES_A_ROUND, TURNED_UP_AHEAD } from "../generated/facts.js";
import { AREAS } from "./sphere.js";
import { hidesSecondCards } from "./variants.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").GameEvent} GameEvent */
/** @typedef {import("./view.js").Consequence} Consequence */
/** @typedef {import("./record.js").GameRecord} GameRecord */
/**
 * What a record says of its deal, as far as it is known to whoever reads it.
 * @typedef {object} Dealt
 * @property {string} set
 * @property {string[]} tiles
 * @property {Record<string, [number, number][]>} thresholds
 * @property {number} players
 * @property {string[]} variants
 * @property {number} first
 * @property {(number | null)[]} order
 * @property {(string | null)[][]} animals
 * @property {(string | null)[] | null} objectives
 */
/**
 * A game's past, as far as it may be seen.
 * @typedef {object} Past
 * @property {{name: string, bot: string | null}[]} players
 * @property {{seq: number, at: string, event: GameEvent}[]} log
 * @property {(eye: Eye) => View} startFor  the first moment
 */
/** Through whose eyes: a seat's, or (null) a watcher's; `isOpen`: nothing is hidden. @typedef {{seat: number | null, isOpen: boolean}} Eye */

/** The first round's tiles are on display, and those of the last rounds are what will be left over. */
const PILES = Array.from({ length: LAST_ROUND }, (_, i) => (i > 0 && i < DEALT_PILES ? TILES_A_ROUND : 0));

/**
 * The game before its first move.
 * @param {Dealt} dealt
 * @param {Eye} eye
 * @returns {View}
 */
export function startOf(dealt, { seat, isOpen }) {
  const { set, tiles, thresholds, players, variants, first, order, objectives } = dealt;
  const each = Array.from({ length: players });
  return {
    rules_version: 1,
    set,
    tiles,
    thresholds,
    players,
    variants,
    round: 1,
    first,
    due: first,
    over: false,
    display: order.slice(0, TILES_A_ROUND).map(Number),
    taken: Array(TILES_A_ROUND).fill(null),
    piles: PILES,
    leftovers: [[], []],
    planets: each.map(() => ".".repeat(AREAS)),
    placements: each.map(() => []),
    columns: isOpen ? dealt.animals : faceDown(dealt),
    awards: [],
    objective: seat === null ? null : (objectives?.[seat] ?? null),
    objectives: isOpen ? /** @type {string[] | null} */ (objectives) : null,
    scores: null,
    winners: null,
  };
}

/** The cards as they lay at first: some may have been turned up since. @param {Dealt} dealt */
function faceDown({ animals, variants }) {
  const hidesSecond = hidesSecondCards(variants);
  const isHidden = (/** @type {number} */ column, /** @type {number} */ place) =>
    hidesSecond && place === 1 && FIRST_COLUMN + column > TURNED_UP_AHEAD;
  return animals.map((cards, column) => cards.map((card, place) => (isHidden(column, place) ? null : card)));
}

/** The past that a whole record tells. @param {GameRecord} record @returns {Past} */
export function pastOf(record) {
  const { deal, start, players } = record;
  const { name, tiles, thresholds } = start.set;
  const dealt = { ...deal, set: name, tiles, thresholds: /** @type {Dealt["thresholds"]} */ (thresholds) };
  const log = eventsOf(record).map((event, i) => ({ seq: i + 1, at: "", event }));
  return { players, log, startFor: (eye) => startOf(dealt, eye) };
}

/** Everything that happened in a whole record, in its order: moves, seats that bots took over, its being left. @param {GameRecord} record @returns {GameEvent[]} */
function eventsOf(record) {
  const { steps, takeovers, isAbandoned } = record;
  /** @type {GameEvent[]} */
  const events = [];
  for (let count = 0; count <= steps.length; count++) {
    for (const [moves, seat, bot] of takeovers) if (moves === count) events.push({ kind: "seat", seat, bot });
    if (count < steps.length) events.push(moveAt(record, count));
  }
  return isAbandoned ? [...events, { kind: "abandoned" }] : events;
}

/** @param {GameRecord} record @param {number} count  of the moves before @returns {import("./view.js").Move} */
function moveAt({ players, steps, caretaker, takeovers, planned }, count) {
  const { state, seen } = steps[count];
  const [round, seat, tile, face, turn] = state.moves[count];
  const isBot =
    players[seat].bot !== null || takeovers.some(([moves, taken]) => taken === seat && moves <= count);
  const player = isBot ? "bot" : "person";
  /** @type {Omit<import("./view.js").Move, "kind" | "then">} */
  const move = { round, seat, tile, face, turn, by: caretaker.includes(count) ? "caretaker" : player };
  if (planned.includes(count)) move.planned = true;
  // biome-ignore lint/suspicious/noThenProperty: the wire calls it so, and nobody waits for a move
  return { kind: "move", ...move, then: /** @type {Consequence[]} */ (seen) };
}
