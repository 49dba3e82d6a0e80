/** The award ceremony over time: card after card, until each animal has a home. It follows the game and never holds it up. */

import { endCeremony, isDecided, nextInCeremony } from "../state/awards.js";
import { wantsStillness } from "./motion.js";

/** @typedef {import("./actions.js").Actions} Actions */

/** A card takes 2.4 s: one half counts, the other shows who has it. */
const HALF_MS = 1200;

let timer = 0;

/** Moves a ceremony on while there is one. For whoever wants stillness, each card is decided as it comes. @param {Actions} actions */
export function leadCeremony(actions) {
  clearTimeout(timer);
  const { ceremony } = actions.get();
  if (!ceremony) return;
  if (document.hidden) return actions.update(endCeremony);
  const isStill = wantsStillness.matches;
  if (isDecided(ceremony)) return waitFor(actions, HALF_MS * (isStill ? 2 : 1));
  if (!isStill) return waitFor(actions, HALF_MS / (ceremony.cards[ceremony.card].claims.length + 1));
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
