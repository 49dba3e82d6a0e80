/** What the open card of an animal tells of: its award, and the planets as they were then or would be. */

import { claim, claimed, planetFrom } from "../rules/planet.js";
import { decidingEntries, roundOf } from "../rules/races.js";
import { faceOf } from "../rules/sphere.js";
import { viewOnShow } from "./looking.js";
import { areasOnShow } from "./trying.js";

/** @typedef {import("../rules/view.js").Award} Award */
/** @typedef {import("./table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */

/** The award that the open card tells of; none for an animal still to be won. @param {TableState} state @returns {Award | null} */
export function awardOfCard(state) {
  const { animal, round } = state.card ?? {};
  return viewOnShow(state)?.awards.find((one) => one.animal === animal && one.round === round) ?? null;
}

/** Whether claims on the open card's animal may be told: always after its award, before only where races are on show. @param {TableState} state */
export function areClaimsTold(state) {
  return state.room?.options.races !== false || awardOfCard(state) !== null;
}

/**
 * A seat's planet as the open card tells of it: as it was then, or as it would be with the tile in hand.
 * @param {TableState} state
 * @param {number} seat
 */
export function planetOfCard(state, seat) {
  const view = viewOnShow(state);
  const award = awardOfCard(state);
  return planetFrom(view && award ? areasAfter(view, seat, award.round) : areasOnShow(state, seat));
}

/**
 * A seat's planet after its placements of so many rounds.
 * @param {View} view
 * @param {number} seat
 * @param {number} rounds
 */
export function areasAfter(view, seat, rounds) {
  const covered = new Set(view.placements[seat].slice(0, rounds).map(([, face]) => face));
  return [...view.planets[seat]].map((letter, area) => (covered.has(faceOf(area)) ? letter : ".")).join("");
}

/**
 * The areas that glow for the open card on a seat's planet.
 * @param {TableState} state
 * @param {number} seat
 * @returns {number[]}
 */
export function litByCard(state, seat) {
  const animal = state.card?.animal;
  const view = viewOnShow(state);
  if (!animal || !view || !areClaimsTold(state)) return [];
  const planets = view.planets.map((_, one) => planetOfCard(state, one));
  const claims = planets.map((planet) => claim(planet, animal));
  const round = awardOfCard(state)?.round ?? roundOf(view, animal);
  return claimed(planets[seat], animal, decidingEntries({ animal, round, claims })[seat].length);
}
