/** The tile that is being tried, or that a first game proposes: where it would lie, and the planet as it would be. */

import { lay } from "../rules/planet.js";
import { isMineInFront, viewOnShow } from "./looking.js";

/** @typedef {import("./table.js").TableState} TableState */

/**
 * @param {TableState} state
 * @returns {{tile: number, face: number, turn: number} | null}
 */
export function placementTried(state) {
  const { held, shown } = state;
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
