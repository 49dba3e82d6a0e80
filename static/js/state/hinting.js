/** The hint that I have asked for: the best moves in Grove's eyes, one at a time, as long as the move is still mine. */

import { isMineInFront } from "./looking.js";
import { isMyMove } from "./placing.js";

/** @typedef {import("./table.js").TableState} TableState */
/** @typedef {import("./table.js").Advice} Advice */
/** @typedef {import("./table.js").Given} Given */

/** How many moves have been made. @param {import("../rules/view.js").View} view */
const movesMade = (view) => view.placements.flat().length;

/** The hint, while it is of this very moment. @param {TableState} state @returns {(Given & {at: number}) | null} */
export function hintAtHand(state) {
  const { hint, view, game } = state;
  if (!hint || !view || hint.game !== game || hint.moves !== movesMade(view)) return null;
  return isMyMove(state) && state.reviewSeq === null && !state.pending ? hint : null;
}

/** The move on show on my planet, as long as no tile is in hand. @param {TableState} state @returns {Advice | null} */
export function hintOnShow(state) {
  const hint = hintAtHand(state);
  return hint && !state.held && isMineInFront(state) ? hint.best[hint.at] : null;
}

/** Whether I may ask now; others may have to agree first. @param {TableState} state */
export function canAsk(state) {
  const isAllowed = Boolean(state.room?.hints) && state.reviewSeq === null && !state.pending;
  return isAllowed && isMyMove(state);
}

/** Takes in what was answered; with it no tile is in hand, and my planet in front. @param {TableState} state @param {Given} given @returns {TableState} */
export function learnHint(state, given) {
  return {
    ...state,
    hint: { ...given, at: 0 },
    held: null,
    front: null,
    isSheetUp: false,
    isHintAwaited: false,
  };
}

/** The next of its moves, or the one before. @param {TableState} state @param {number} by @returns {TableState} */
export function turnHint(state, by) {
  const hint = hintAtHand(state);
  if (!hint) return state;
  const at = (hint.at + by + hint.best.length) % hint.best.length;
  return { ...state, hint: { ...hint, at }, held: null, front: null };
}

/** The move on show comes into my hand, to be placed or changed. @param {TableState} state @returns {TableState} */
export function takeHint(state) {
  const advice = hintOnShow(state);
  if (!advice) return state;
  const { tile, face, turn } = advice;
  const turns = { ...state.turns, [tile]: turn };
  return { ...state, held: { tile, face, turn, isPinned: true }, turns, focus: face };
}
