/** A move of the past, tried again: the table stands before it as if it were now, and one seat's choice is mine. */

import { viewOnShow } from "./looking.js";
import { leaveTrial, showPly } from "./past.js";

/** @typedef {import("./table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */
/** @typedef {{tile: number, face: number, turn: number}} Placement */
/** A move that cost much, as an analysis tells it. @typedef {{ply: number, round: number, seat: number, made: number[], better: number[], losses: number[][]}} CostlyChoice */
/**
 * What is tried, and what has come of it.
 * @typedef {object} Trial
 * @property {number} ply       the move that was made, 1 for the first
 * @property {number} round
 * @property {number} number    of how many that are tried one after the other
 * @property {number} all
 * @property {string} verdict   in words; "" until something was tried
 * @property {boolean} isDone   the best is known
 * @property {Pick<TableState, "view" | "seq" | "me" | "eye" | "start">} kept  to go back to
 */

/**
 * Stands before a move, with the eyes of whoever made it.
 * @param {TableState} now
 * @param {Omit<Trial, "verdict" | "isDone" | "kept"> & {seat: number}} asked
 * @param {View} start  the game's first moment, as that seat saw it
 * @returns {TableState}
 */
export function standBefore(now, { seat, ...asked }, start) {
  const { view, seq, me, eye, start: open, ...rest } = leaveTrial(now);
  const there = showPly({ ...rest, view, seq, me, eye, start }, asked.ply - 1);
  return {
    ...there,
    view: viewOnShow(there),
    seq: there.reviewSeq ?? 0,
    reviewSeq: null,
    me: seat,
    eye: null,
    front: null,
    held: null,
    turns: {},
    isPlaying: false,
    trial: { ...asked, verdict: "", isDone: false, kept: { view, seq, me, eye, start: open } },
  };
}

/**
 * What was tried, judged; it lies on the planet until something else is picked up.
 * @param {TableState} state
 * @param {string} verdict
 * @param {Placement} placement
 * @param {boolean} isDone
 * @returns {TableState}
 */
export function judgeTrial(state, verdict, placement, isDone) {
  if (!state.trial) return state;
  const shown = { placement, areas: [] };
  const trial = { ...state.trial, verdict, isDone };
  return { ...state, pending: null, held: null, shown, focus: placement.face, trial };
}

/**
 * What a placement would have cost. Around some faces nothing lies: one of them, with one turn, stands for all.
 * @param {number[][]} losses  of those that differ: tile, face, turn, points
 * @param {Placement} placement
 */
export function lossOf(losses, { tile, face, turn }) {
  const own = losses.filter((loss) => loss[0] === tile);
  const same = own.find((loss) => loss[1] === face && loss[2] === turn);
  const lonely = own.find((loss) => own.filter((other) => other[1] === loss[1]).length === 1);
  return (same ?? lonely)?.[3] ?? null;
}

/**
 * Those of the same seat, in the order in which they were made, and which of them was pressed; to see one, that alone.
 * @param {CostlyChoice[]} costly @param {number} ply @param {boolean} isAlone
 */
export function choicesOf(costly, ply, isAlone) {
  const pressed = costly.filter((one) => one.ply === ply);
  const seat = pressed[0]?.seat;
  const choices = isAlone ? pressed : costly.filter((one) => one.seat === seat).sort((a, b) => a.ply - b.ply);
  return { choices, at: choices.findIndex((one) => one.ply === ply) };
}
