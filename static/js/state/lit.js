/** The award on show, the areas that glow on a planet, and the animals that have arrived there. */

import { claimed, planetFrom } from "../rules/planet.js";
import { revealOrder } from "../rules/view.js";
import { isDecided } from "./awards.js";
import { litByCard } from "./cards.js";
import { isEndOnShow, seatInFront, viewOnShow } from "./looking.js";

/** @typedef {import("../rules/view.js").Award} Award */
/** @typedef {import("./table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */

/**
 * The card on show: who has been counted so far, the smallest claim first, and whether it is decided.
 * @param {TableState} state
 * @returns {{award: Award, counted: number[], isDecided: boolean} | null}
 */
export function cardOnShow({ ceremony, reviewSeq }) {
  if (!ceremony || reviewSeq !== null) return null;
  const award = ceremony.cards[ceremony.card];
  const entry = (/** @type {number} */ seat) => award.claims[seat][0] ?? 0;
  const order = award.claims.map((_, seat) => seat).sort((a, b) => entry(a) - entry(b) || a - b);
  return { award, counted: order.slice(0, ceremony.step), isDecided: isDecided(ceremony) };
}

/**
 * The areas that glow on a seat's planet: what it brings to the animal; what its secret habitat counts; the region
 * under the pointer.
 * @param {TableState} state
 * @param {number} seat
 * @returns {number[]}
 */
export function litAreas(state, seat) {
  const view = viewOnShow(state);
  if (!view) return [];
  const planet = planetFrom(view.planets[seat]);
  const card = cardOnShow(state);
  if (card) {
    const isLit = card.isDecided ? card.award.seat === seat : card.counted.includes(seat);
    return isLit ? claimed(planet, card.award.animal) : [];
  }
  if (state.card) return litByCard(state, seat);
  if (isEndOnShow(state) && state.revealed < view.players) return countedAtEnd(state, view, seat);
  if (state.shown && seat === state.me && state.shown.areas.length > 0) return state.shown.areas;
  if (state.area === null || state.held || seat !== seatInFront(state)) return [];
  return planet.regions.find(({ areas }) => areas.includes(Number(state.area)))?.areas ?? [];
}

/**
 * @param {TableState} state
 * @param {View} view
 * @param {number} seat
 */
function countedAtEnd({ revealed }, view, seat) {
  const habitat = view.objectives?.[seat];
  if (!habitat || revealOrder(view)[revealed - 1] !== seat) return [];
  return [...view.planets[seat]].flatMap((letter, area) => (letter === habitat ? [area] : []));
}

/**
 * The animals on a planet.
 * @param {TableState} state
 * @param {number} seat
 * @returns {Award[]}
 */
export function animalsOf(state, seat) {
  return viewOnShow(state)?.awards.filter((one) => one.seat === seat) ?? [];
}
