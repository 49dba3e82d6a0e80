/**
 * The award ceremony over time: card after card, until each animal has a home. It follows the game and never holds it
 * up; a key or a press ends it.
 */

import { claimed, planetFrom } from "../rules/planet.js";
import { AREA_NEIGHBOURS, FACES } from "../rules/sphere.js";
import { endCeremony, isDecided, nextInCeremony } from "../state/awards.js";
import { areasAfter } from "../state/cards.js";
import { animalKey } from "../texts/words.js";

/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../rules/view.js").Award} Award */

/** A card takes 2.4 s: one half counts, the other shows who has it. */
const HALF_MS = 1200;

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
 * @param {import("./actions.js").Actions} actions
 * @param {MediaQueryList} stillness
 */
export function leadCeremonies(actions, stillness) {
  let timer = 0;

  function go() {
    clearTimeout(timer);
    if (document.hidden) return skip();
    const { ceremony } = actions.get();
    if (!ceremony) return;
    if (isDecided(ceremony)) return waitFor(HALF_MS * (stillness.matches ? 2 : 1));
    if (!stillness.matches) return waitFor(HALF_MS / (ceremony.cards[ceremony.card].claims.length + 1));
    actions.update(nextInCeremony);
    go();
  }

  function waitFor(/** @type {number} */ ms) {
    timer = window.setTimeout(() => {
      actions.update(nextInCeremony);
      go();
    }, ms);
  }

  function skip() {
    clearTimeout(timer);
    if (actions.get().ceremony) actions.update(endCeremony);
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
