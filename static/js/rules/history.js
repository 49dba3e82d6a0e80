/** The game's first moment, put together from its record: from there every later one is a fold of the events. */

import { DEALT_PILES, FIRST_COLUMN, LAST_ROUND, TILES_A_ROUND, TURNED_UP_AHEAD } from "../generated/facts.js";
import { hidesSecondCards } from "./variants.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {{first: number, order: (number | null)[], animals: (string | null)[][]}} Dealt */

/** The first round's tiles are on display, and those of the last rounds are what will be left over. */
const PILES = Array.from({ length: LAST_ROUND }, (_, i) => (i > 0 && i < DEALT_PILES ? TILES_A_ROUND : 0));

/**
 * @param {View} view   any later view of the same game, by the same audience
 * @param {Dealt} dealt  what the record says of the deal, as far as it is known
 * @returns {View}
 */
export function startOf(view, { first, order, animals }) {
  const hidesSecond = hidesSecondCards(view.variants);
  const isHidden = (/** @type {number} */ column, /** @type {number} */ place) =>
    hidesSecond && place === 1 && FIRST_COLUMN + column > TURNED_UP_AHEAD;
  return {
    ...view,
    round: 1,
    first,
    due: first,
    over: false,
    display: order.slice(0, TILES_A_ROUND).map(Number),
    taken: Array(TILES_A_ROUND).fill(null),
    piles: PILES,
    leftovers: [[], []],
    planets: view.planets.map(() => ".".repeat(60)),
    placements: view.planets.map(() => []),
    columns: animals.map((cards, column) =>
      cards.map((card, place) => (isHidden(column, place) ? null : card)),
    ),
    awards: [],
    objectives: null,
    scores: null,
    winners: null,
  };
}
