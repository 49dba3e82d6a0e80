/** Where I look: whose planet lies in front, and at which moment of the game. */

import { applyEvent, revealOrder, withoutUntold } from "../rules/view.js";
import { isDecided, untoldAwards } from "./awards.js";
import { moveOnShow } from "./past.js";

/** @typedef {import("./table.js").LogEntry} LogEntry */
/** @typedef {import("./table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */

/**
 * The view on show: now, as far as the cards have told it, or the moment looked back at.
 * @param {TableState} state
 * @returns {View | null}
 */
export function viewOnShow(state) {
  if (state.reviewSeq !== null && state.start) return viewAt(state.start, state.log, state.reviewSeq);
  return state.view && state.ceremony ? withoutUntold(state.view, untoldAwards(state)) : state.view;
}

/** @type {WeakMap<View, Map<number, View>>} */
const pastViews = new WeakMap();

/**
 * @param {View} start
 * @param {LogEntry[]} log
 * @param {number} seq
 * @returns {View}
 */
function viewAt(start, log, seq) {
  const known = pastViews.get(start) ?? new Map();
  pastViews.set(start, known);
  let view = start;
  for (const entry of log) {
    if (entry.seq > seq) break;
    view = known.get(entry.seq) ?? applyEvent(view, entry.event);
    known.set(entry.seq, view);
  }
  return view;
}

/** @param {TableState} state */
export function seatInFront(state) {
  const { view, front, me, eye, ceremony } = state;
  if (front !== null && front < (view?.players ?? 0)) return front;
  if (view && isEndOnShow(state)) return seatAtEnd(view, state.revealed);
  if (me !== null) return me;
  if (eye !== null) return eye;
  if (state.reviewSeq !== null) return moveOnShow(state)?.seat ?? viewOnShow(state)?.due ?? 0;
  const chosen = ceremony && isDecided(ceremony) ? ceremony.cards[ceremony.card].seat : null;
  return chosen ?? state.mover ?? view?.due ?? 0;
}

/** The result stands on the table, once the last animals have gone home. @param {TableState} state */
export function isEndOnShow({ view, isEndOpen, ceremony }) {
  return Boolean(view?.over && isEndOpen && !ceremony);
}

/** Whether everybody's points are told. @param {TableState} state */
export function isCounted(state) {
  return isEndOnShow(state) && state.revealed >= (state.view?.players ?? 0);
}

/**
 * Whose secret was turned over last; then the winner.
 * @param {View} view
 * @param {number} revealed
 */
function seatAtEnd(view, revealed) {
  return revealed < view.players ? revealOrder(view)[Math.max(0, revealed - 1)] : (view.winners?.[0] ?? 0);
}

/** Whether my own planet, now, lies in front: only there can a tile be laid. @param {TableState} state */
export function isMineInFront(state) {
  return state.me !== null && state.reviewSeq === null && seatInFront(state) === state.me;
}

/**
 * Brings a planet to the front; the one already there makes room for mine.
 * @param {TableState} state
 * @param {number} seat
 * @returns {TableState}
 */
export function bringForward(state, seat) {
  const isBack = seat === state.me || (state.me !== null && state.front === seat);
  return { ...state, front: isBack ? null : seat };
}
