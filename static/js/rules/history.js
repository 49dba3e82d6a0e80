/** The game's first moment, put together from its record: from there every later one is a fold of the events. */

/** @typedef {import("./view.js").View} View */
/** @typedef {{first: number, order: (number | null)[], animals: (string | null)[][]}} Dealt */

const PILES = [0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0, 0];
/** Face-down cards of rounds up to this one are turned up before the first tile. */
const OPEN_AT_FIRST = 2;

/**
 * @param {View} view   any later view of the same game, by the same audience
 * @param {Dealt} dealt  what the record says of the deal, as far as it is known
 * @returns {View}
 */
export function startOf(view, { first, order, animals }) {
  const isMystery = view.variants.includes("mystery");
  const isHidden = (/** @type {number} */ column, /** @type {number} */ place) =>
    isMystery && place === 1 && column + 3 > OPEN_AT_FIRST;
  return {
    ...view,
    round: 1,
    first,
    due: first,
    over: false,
    display: order.slice(0, 5).map(Number),
    taken: [null, null, null, null, null],
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
