/** The race of every coming animal, as it is or as it would be with the tile that is being tried. */

import { races, whatIf } from "../rules/races.js";
import { placementTried } from "./trying.js";

/** @typedef {import("../rules/races.js").Change} Change */
/** @typedef {import("../rules/races.js").Race} Race */
/** @typedef {import("./table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */

/** @typedef {{race: Race, change: Change | null}} Row */

/**
 * @param {TableState} state
 * @param {View} view
 * @returns {Row[]}
 */
export function raceRows(state, view) {
  const tried = placementTried(state);
  if (!tried || state.me === null) return races(view).map((race) => ({ race, change: null }));
  const { races: then, changes } = whatIf(view, state.me, tried);
  return then.map((race) => ({
    race,
    change: changes.find((one) => one.round === race.round && one.animal === race.animal) ?? null,
  }));
}
