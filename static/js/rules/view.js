/**
 * The game as one audience sees it, and how an event changes it: the same as the Python view after that event,
 * proven by shared test vectors.
 */

import { FIRST_COLUMN } from "../generated/facts.js";
import { lay } from "./planet.js";
import { SLOTS } from "./sphere.js";

/** @typedef {{round: number, animal: string, seat: number | null, claims: number[][]}} Award */
/**
 * @typedef {object} Score
 * @property {number} seat
 * @property {string | null} objective
 * @property {number | null} areas
 * @property {number} objective_points
 * @property {number} animals
 * @property {number} animal_points
 * @property {number} total
 */
/**
 * @typedef {object} View
 * @property {number} rules_version
 * @property {string} set
 * @property {string[]} tiles
 * @property {Record<string, [number, number][]>} thresholds
 * @property {number} players
 * @property {string[]} variants
 * @property {number} round
 * @property {number} first
 * @property {number | null} due
 * @property {boolean} over
 * @property {number[]} display
 * @property {(number | null)[]} taken
 * @property {number[]} piles
 * @property {number[][]} leftovers
 * @property {string[]} planets
 * @property {[number, number, number][][]} placements
 * @property {(string | null)[][]} columns
 * @property {Award[]} awards
 * @property {string | null} objective
 * @property {string[] | null} objectives
 * @property {Score[] | null} scores
 * @property {number[] | null} winners
 */
/**
 * @typedef {{kind: "leftovers", pile: number | null, tiles: number[]}
 *   | {kind: "award", round: number, animal: string, seat: number | null, claims: number[][], to: "planet" | "next" | "box"}
 *   | {kind: "mystery", round: number, animal: string}
 *   | {kind: "round", round: number, first: number, display: number[]}
 *   | {kind: "over", objectives: string[] | null, scores: Score[], winners: number[]}} Consequence
 */
/**
 * @typedef {object} Move
 * @property {"move"} kind
 * @property {number} round
 * @property {number} seat
 * @property {number} tile
 * @property {number} face
 * @property {number} turn
 * @property {"person" | "caretaker" | "bot"} by
 * @property {boolean} [planned]  its player had said beforehand that it is to be made
 * @property {Consequence[]} then
 */
/** @typedef {Move | {kind: "seat", seat: number, bot: string | null, hint?: boolean, rest?: boolean} | {kind: "abandoned"}} GameEvent */

/**
 * Seats from the last to the first place, so that the winner is turned over last.
 * @param {View} view
 */
export function revealOrder(view) {
  const scores = view.scores ?? [];
  return scores
    .toSorted((a, b) => a.total - b.total || a.animals - b.animals || b.seat - a.seat)
    .map((score) => score.seat);
}

/**
 * A view as it looks before the cards of its last awards are shown: those animals live nowhere yet, have moved on to
 * no other round, and the result stays open.
 * @param {View} view
 * @param {Award[]} untold  the last awards
 * @returns {View}
 */
export function withoutUntold(view, untold) {
  const awards = view.awards.slice(0, view.awards.length - untold.length);
  const columns = view.columns.map((column) =>
    column.filter((card) => !untold.some(({ animal }) => animal === card)),
  );
  return { ...view, awards, columns, objectives: null, scores: null, winners: null };
}

/**
 * Whether this can come next: what is laid must be on display, and its place free, in the round and by the seat whose move it is.
 * @param {View} view
 * @param {GameEvent} event
 */
export function fits(view, event) {
  if (event.kind !== "move") return !view.over;
  const { round, seat, tile, face } = event;
  const isDue = round === view.round && seat === view.due;
  return isDue && view.taken[view.display.indexOf(tile)] === null && view.planets[seat][SLOTS * face] === ".";
}

/**
 * @param {View} view
 * @param {GameEvent} event
 * @returns {View}
 */
export function applyEvent(view, event) {
  if (event.kind === "abandoned") return { ...view, due: null };
  if (event.kind !== "move") return view;
  return event.then.reduce(applyConsequence, applyPlacement(view, event));
}

/**
 * @param {View} view
 * @param {Move} move
 * @returns {View}
 */
function applyPlacement(view, { seat, tile, face, turn }) {
  const taken = withItem(view.taken, view.display.indexOf(tile), seat);
  const isRoundDone = taken.filter((taker) => taker !== null).length === view.players;
  return {
    ...view,
    taken,
    planets: withItem(view.planets, seat, lay(view.planets[seat], view.tiles[tile], face, turn)),
    placements: withItem(view.placements, seat, [...view.placements[seat], [tile, face, turn]]),
    due: isRoundDone ? null : (seat + 1) % view.players,
  };
}

/**
 * @param {View} view
 * @param {Consequence} then
 * @returns {View}
 */
function applyConsequence(view, then) {
  if (then.kind === "leftovers") return putLeftoversAway(view, then.pile, then.tiles);
  if (then.kind === "award") return applyAward(view, then);
  if (then.kind === "mystery") return turnUp(view, then.round, then.animal);
  if (then.kind === "round") return beginRound(view, then.round, then.first, then.display);
  return {
    ...view,
    due: null,
    over: true,
    objectives: then.objectives,
    scores: then.scores,
    winners: then.winners,
  };
}

/**
 * @param {View} view
 * @param {number | null} pile
 * @param {number[]} tiles
 * @returns {View}
 */
function putLeftoversAway(view, pile, tiles) {
  if (pile === null) return view;
  const index = pile - 11;
  const leftovers = withItem(view.leftovers, index, [...view.leftovers[index], ...tiles]);
  return { ...view, leftovers, piles: withItem(view.piles, pile - 1, leftovers[index].length) };
}

/**
 * The card leaves its column: to a planet, to the bottom of the next column, or to the box.
 * @param {View} view
 * @param {Award & {to: string}} award
 * @returns {View}
 */
function applyAward(view, { round, animal, seat, claims, to }) {
  const column = round - FIRST_COLUMN;
  const place = view.columns[column].indexOf(animal);
  let columns = withItem(
    view.columns,
    column,
    view.columns[column].filter((_, i) => i !== place),
  );
  if (to === "next") columns = withItem(columns, column + 1, [...columns[column + 1], animal]);
  return { ...view, columns, awards: [...view.awards, { round, animal, seat, claims }] };
}

/**
 * @param {View} view
 * @param {number} round
 * @param {string} animal
 * @returns {View}
 */
function turnUp(view, round, animal) {
  const column = view.columns[round - FIRST_COLUMN];
  const turned = withItem(column, column.indexOf(null), animal);
  return { ...view, columns: withItem(view.columns, round - FIRST_COLUMN, turned) };
}

/**
 * @param {View} view
 * @param {number} round
 * @param {number} first
 * @param {number[]} display
 * @returns {View}
 */
function beginRound(view, round, first, display) {
  const leftovers = round > 10 ? withItem(view.leftovers, round - 11, []) : view.leftovers;
  const piles = withItem(view.piles, round - 1, 0);
  return { ...view, round, first, due: first, display, taken: display.map(() => null), leftovers, piles };
}

/**
 * @template T
 * @param {T[]} list
 * @param {number} index
 * @param {T} item
 */
function withItem(list, index, item) {
  return list.map((old, i) => (i === index ? item : old));
}
