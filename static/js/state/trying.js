/** The tile that is being tried, or that a hint or a first game proposes: where it would lie, the planet and the races as they would be. */

import { lay } from "../rules/planet.js";
import { races, whatIf } from "../rules/races.js";
import { hintOnShow } from "./hinting.js";
import { isMineInFront, viewOnShow } from "./looking.js";

/** @typedef {import("./table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../rules/races.js").Change} Change */
/** @typedef {import("../rules/races.js").Race} Race */
/** @typedef {{race: Race, change: Change | null}} Row */

/**
 * @param {TableState} state
 * @returns {{tile: number, face: number, turn: number} | null}
 */
export function placementTried(state) {
  const { held, shown } = state;
  const advice = hintOnShow(state);
  if (advice) return { tile: advice.tile, face: advice.face, turn: advice.turn };
  if (!held && shown?.placement && isMineInFront(state)) return shown.placement;
  if (!held || held.face === null || !isMineInFront(state)) return null;
  return { tile: held.tile, face: held.face, turn: held.turn };
}

/**
 * A seat's planet, with what is being tried on it.
 * @param {TableState} state
 * @param {number} seat
 */
export function areasOnShow(state, seat) {
  const view = viewOnShow(state);
  if (!view) return ".".repeat(60);
  const tried = seat === state.me ? placementTried(state) : null;
  const areas = view.planets[seat];
  return tried ? lay(areas, view.tiles[tried.tile], tried.face, tried.turn) : areas;
}

/**
 * Every coming race, with what the tile in hand would change; one that is only proposed changes nothing yet.
 * @param {TableState} state
 * @param {View} view
 * @returns {Row[]}
 */
export function raceRows(state, view) {
  const tried = state.held && placementTried(state);
  if (!tried || state.me === null) return races(view).map((race) => ({ race, change: null }));
  const { races: then, changes } = whatIf(view, state.me, tried);
  return then.map((race) => ({
    race,
    change: changes.find((one) => one.round === race.round && one.animal === race.animal) ?? null,
  }));
}
