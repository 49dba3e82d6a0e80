/** The award ceremony over time: card after card, until each animal has a home. It follows the game and never holds it up. */

import { endCeremony, isDecided, nextInCeremony } from "../state/awards.js";
import { wantsStillness } from "./motion.js";

/** @typedef {import("./actions.js").Actions} Actions */

/** A card takes 2.4 s: one half counts, the other shows who has it. In a first game it is read word by word. */
const [HALF_MS, LEARNERS_HALF_MS] = [1200, 2200];

let timer = 0;

/** Moves a ceremony on while there is one. For whoever wants stillness, each card is decided as it comes. @param {Actions} actions */
export function leadCeremony(actions) {
  clearTimeout(timer);
  const { ceremony, room, isGuided } = actions.get();
  if (!ceremony) return;
  if (document.hidden) return actions.update(endCeremony);
  const isStill = wantsStillness.matches;
  const half = isGuided && room?.game.guided ? LEARNERS_HALF_MS : HALF_MS;
  if (isDecided(ceremony)) return waitFor(actions, half * (isStill ? 2 : 1));
  if (!isStill) return waitFor(actions, half / (ceremony.cards[ceremony.card].claims.length + 1));
  actions.update(nextInCeremony);
  leadCeremony(actions);
}

/** @param {Actions} actions @param {number} ms */
function waitFor(actions, ms) {
  timer = window.setTimeout(() => {
    actions.update(nextInCeremony);
    leadCeremony(actions);
  }, ms);
}
