/** Where the animals of a planet live. */

import { claimed, planetFrom } from "../rules/planet.js";
import { AREA_NEIGHBOURS, FACES } from "../rules/sphere.js";
import { areasAfter } from "../state/cards.js";
import { animalKey } from "../texts/words.js";

/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../rules/view.js").Award} Award */

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
