/** What I do with a tile: pick it up, turn it, hold it over a face, make it my move. */

import { freeFaces } from "../rules/planet.js";
import { FACES_AROUND, SLOTS, stepsBetween } from "../rules/sphere.js";

/** @typedef {import("./table.js").Act} Act */
/** @typedef {import("./table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */

/**
 * @param {View} view
 * @param {number} tile
 */
export function canTry(view, tile) {
  const place = view.display.indexOf(tile);
  return !view.over && place >= 0 && view.taken[place] === null;
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {number} face
 */
export function isFree(view, seat, face) {
  return view.planets[seat][SLOTS * face] === ".";
}

/**
 * The free face of my planet that is nearest to a face, and to the slot of it that is pointed at; of two that are
 * equally near the one that the held tile is over.
 * @param {TableState} state
 * @param {number} face
 * @param {number | null} [slot]
 * @returns {number | null}
 */
export function nearestFree({ view, me, held }, face, slot = null) {
  if (!view || me === null) return null;
  const far = (/** @type {number} */ other) => {
    const round = slot === null ? 0 : Math.abs(FACES_AROUND[face].indexOf(other) - slot);
    return (
      SLOTS * stepsBetween(face, other) + Math.min(round, SLOTS - round) - 0.5 * Number(other === held?.face)
    );
  };
  return freeFaces(view.planets[me]).sort((a, b) => far(a) - far(b))[0] ?? null;
}

/**
 * Picks a tile up, or puts it back when it is the one in hand. My planet comes to the front, and the tile hovers over
 * the free face that is nearest to the one looked at.
 * @param {TableState} state
 * @param {number} tile
 * @param {number} [face]
 * @returns {TableState}
 */
export function pick(state, tile, face = state.focus) {
  if (!state.view || state.me === null || state.pending || !canTry(state.view, tile)) return state;
  if (state.held?.tile === tile) return takeBack(state);
  const over = state.held?.face ?? nearestFree(state, face);
  const held = { tile, face: over, isPinned: state.held?.isPinned ?? false, turn: state.turns[tile] ?? 0 };
  return { ...state, held, front: null, reviewSeq: null, isSheetUp: false };
}

/**
 * @param {TableState} state
 * @param {number} by  steps clockwise
 * @returns {TableState}
 */
export function turnHeld(state, by) {
  const { held } = state;
  if (!held || state.pending) return state;
  const turn = (held.turn + by + SLOTS) % SLOTS;
  return { ...state, held: { ...held, turn }, turns: { ...state.turns, [held.tile]: turn } };
}

/**
 * Shows the held tile on a face. A pinned one stays when the pointer only passes over others.
 * @param {TableState} state
 * @param {number} face
 * @param {{pin: boolean}} how
 * @returns {TableState}
 */
export function aim(state, face, { pin }) {
  const { held, view, me } = state;
  if (!held || !view || me === null || state.pending || !isFree(view, me, face)) return state;
  if (!pin && held.isPinned) return state;
  if (held.face === face && held.isPinned === pin) return state;
  return { ...state, focus: face, held: { ...held, face, isPinned: pin } };
}

/**
 * @param {TableState} state
 * @returns {TableState}
 */
export function takeBack(state) {
  return state.pending ? state : { ...state, held: null };
}

/**
 * Makes the held tile my move; it is sent by the line, under this name.
 * @param {TableState} state
 * @param {string} action
 * @returns {TableState}
 */
export function confirm(state, action) {
  const { held } = state;
  if (!held || held.face === null || !canPlace(state)) return state;
  const pending = { action_id: action, base: state.seq, tile: held.tile, face: held.face, turn: held.turn };
  return { ...state, pending, reviewSeq: null, isSheetUp: false };
}

/**
 * An act sent before the page was closed and not answered since.
 * @param {TableState} state
 * @param {Act} act
 * @returns {TableState}
 */
export function resumeAct(state, act) {
  const held = { tile: act.tile, face: act.face, turn: act.turn, isPinned: true };
  return { ...state, pending: act, held };
}

/** @param {TableState} state */
export function isMyMove(state) {
  return state.view !== null && state.me !== null && state.view.due === state.me && !state.view.over;
}

/** @param {TableState} state */
export function canPlace(state) {
  const { held, view, me } = state;
  if (!held || held.face === null || !view || me === null || state.pending) return false;
  return isMyMove(state) && canTry(view, held.tile) && isFree(view, me, held.face);
}

/**
 * Moves the keyboard's face; a held tile goes along, or as near as it can lie.
 * @param {TableState} state
 * @param {number} face
 * @returns {TableState}
 */
export function stepTo(state, face) {
  const free = nearestFree(state, face);
  return { ...(free === null ? state : aim(state, free, { pin: true })), focus: face };
}

/**
 * The next free face of my planet after the one in focus.
 * @param {TableState} state
 * @returns {number | null}
 */
export function nextFree(state) {
  const { view, me } = state;
  if (!view || me === null) return null;
  const free = freeFaces(view.planets[me]);
  return free.find((face) => face > state.focus) ?? free[0] ?? null;
}
