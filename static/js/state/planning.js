/**
 * My plan for my move of this round, where a move may take days: "if this tile is still there: lay it so; else …". The server keeps
 * it and tells it to nobody else; here is what I know of it, and what can be planned.
 */

import { isMineInFront } from "./looking.js";
import { canTry, isFree, isMyMove } from "./placing.js";
import { isSlow } from "./table.js";

/** @typedef {import("./table.js").TableState} TableState */
/** @typedef {import("./table.js").Plan} Plan */
/** @typedef {import("./table.js").Wish} Wish */

const MOST_WISHES = 3;

/** Whether a move of mine is still to come in this round of a slow game. @param {TableState} state */
export function hasMoveToCome(state) {
  const { view, me } = state;
  if (!view || me === null || view.over || state.isReplay || !isSlow(state)) return false;
  return state.room?.game.state !== "abandoned" && !view.taken.includes(me);
}

/** Whether I may plan it now. @param {TableState} state */
export function canPlan(state) {
  return hasMoveToCome(state) && !isMyMove(state) && state.reviewSeq === null;
}

/** What I have planned for this round. @param {TableState} state @returns {Wish[]} */
export function planned(state) {
  const { plan, view, game } = state;
  const isNow = plan && plan.game === game && plan.round === view?.round && hasMoveToCome(state);
  return isNow ? plan.wishes : [];
}

/** Whether the tile in hand, as it lies, can become a part of it. @param {TableState} state */
export function canPlanHeld(state) {
  const { held, view, me } = state;
  if (!held || held.face === null || !view || me === null || !canPlan(state)) return false;
  return canTry(view, held.tile) && isFree(view, me, held.face);
}

/** Whether a tile more is one too many. @param {TableState} state */
export function isPlanFull(state) {
  const others = stillPossible(state).filter(({ tile }) => tile !== state.held?.tile);
  return others.length >= MOST_WISHES;
}

/** Its wishes whose tiles are still there. @param {TableState} state @returns {Wish[]} */
export function stillPossible(state) {
  const { view } = state;
  return view ? planned(state).filter(({ tile }) => canTry(view, tile)) : [];
}

/** With the tile in hand: in its old place if it was planned otherwise, else last. @param {TableState} state @returns {Wish[]} */
export function withHeld(state) {
  const { held } = state;
  const wishes = stillPossible(state);
  if (!held || held.face === null) return wishes;
  const wish = { tile: held.tile, face: held.face, turn: held.turn };
  const isKnown = wishes.some(({ tile }) => tile === held.tile);
  return isKnown ? wishes.map((one) => (one.tile === held.tile ? wish : one)) : [...wishes, wish];
}

/** What the server keeps. @param {TableState} state @param {Omit<Plan, "game">} kept @returns {TableState} */
export function learnPlan(state, kept) {
  return { ...state, plan: state.game === null ? null : { ...kept, game: state.game } };
}

/** What of it would be made as things stand, shown on my planet while nothing is in hand. @param {TableState} state @returns {Wish | null} */
export function wishOnShow(state) {
  if (state.held || !canPlan(state) || !isMineInFront(state)) return null;
  return stillPossible(state)[0] ?? null;
}
