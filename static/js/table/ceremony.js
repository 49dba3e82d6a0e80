/**
 * The award ceremony and the count at the end, as far as they show on planets: which areas are lit, whose claims are
 * told, which animals have arrived. It follows the game and never holds it up; a key or a press ends it.
 */

import { claimed, planetFrom } from "../rules/planet.js";
import { AREA_NEIGHBOURS, FACES } from "../rules/sphere.js";
import { endCeremony, isDecided, isEndOnShow, nextInCeremony, seatInFront, viewOnShow } from "../state.js";
import { areasAfter, litByCard } from "./cards.js";
import { revealOrder } from "./view.js";
import { animalKey } from "./words.js";

/** @typedef {import("../state.js").TableState} TableState */
/** @typedef {import("./view.js").View} View */
/** @typedef {import("./view.js").Award} Award */

/** A card takes 2.4 s: one half counts, the other shows who has it. */
const HALF_MS = 1200;

/**
 * The card on show: who has been counted so far, the smallest claim first, and whether it is decided.
 * @param {TableState} state
 * @returns {{award: Award, counted: number[], isDecided: boolean} | null}
 */
export function cardOnShow({ ceremony, moment }) {
  if (!ceremony || moment !== null) return null;
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

/**
 * Where animals live: in what won them, as it was then, so that they stay there; the most inward area that is free.
 * @param {View} view
 * @param {Award[]} awards
 */
export function homesOf(view, awards) {
  /** @type {Set<number>} */
  const taken = new Set();
  return awards.map(({ animal, round, seat }) => {
    const region = claimed(planetFrom(areasAfter(view, seat ?? 0, round)), animal);
    const inward = (/** @type {number} */ area) =>
      AREA_NEIGHBOURS[area].filter((other) => region.includes(other)).length - (taken.has(area) ? FACES : 0);
    const area = region.reduce((best, one) => (inward(one) > inward(best) ? one : best), region[0]);
    taken.add(area);
    return { key: animalKey(animal), habitat: animal[0], area };
  });
}

/**
 * Moves a ceremony on while there is one. For whoever wants stillness, each card is decided as it comes.
 * @param {import("./hands.js").Hands} hands
 * @param {MediaQueryList} stillness
 */
export function leadCeremonies(hands, stillness) {
  let timer = 0;

  function go() {
    clearTimeout(timer);
    if (document.hidden) return skip();
    const { ceremony } = hands.get();
    if (!ceremony) return;
    if (isDecided(ceremony)) return waitFor(HALF_MS * (stillness.matches ? 2 : 1));
    if (!stillness.matches) return waitFor(HALF_MS / (ceremony.cards[ceremony.card].claims.length + 1));
    hands.update(nextInCeremony);
    go();
  }

  function waitFor(/** @type {number} */ ms) {
    timer = window.setTimeout(() => {
      hands.update(nextInCeremony);
      go();
    }, ms);
  }

  function skip() {
    clearTimeout(timer);
    if (hands.get().ceremony) hands.update(endCeremony);
  }

  const presses = /** @type {const} */ (["keydown", "pointerdown"]);
  for (const press of presses) document.addEventListener(press, skip, true);

  return {
    go,
    leave() {
      clearTimeout(timer);
      for (const press of presses) document.removeEventListener(press, skip, true);
    },
  };
}
