/**
 * What the server says, and how the state changes by it: one pure function a message, by the message's type; and what
 * follows from the line itself. `table/messages.js` alone calls them.
 */

import { applyEvent, fits } from "../rules/view.js";
import { canTry, isFree, isMyMove, nearestFree } from "./placing.js";

/** @typedef {import("./table.js").TableState} TableState */
/** @typedef {import("./table.js").Room} Room */
/** @typedef {import("./table.js").LogEntry} LogEntry */
/** @typedef {import("./table.js").Said} Said */
/** @typedef {import("./table.js").Reacted} Reacted */
/** @typedef {import("./table.js").Line} Line */
/** @typedef {import("../rules/view.js").View} View */

/** So many lines of talk are kept. */
const MOST_LINES = 200;

/**
 * @param {TableState} state
 * @param {{role: "seat" | "watcher", seat: number | null}} message
 * @returns {TableState}
 */
function welcome(state, { role, seat }) {
  return { ...state, role, me: seat, front: state.me === seat ? state.front : null };
}

/**
 * @param {TableState} state
 * @param {{room: Room}} message
 * @param {number} here  this machine's clock
 * @returns {TableState}
 */
function room(state, { room }, here) {
  const you = room.you ?? state.room?.you ?? null;
  return clockSet({ ...state, room: { ...room, you } }, room.game.now, here);
}

/** @param {TableState} state @param {{now: string}} message @param {number} here @returns {TableState} */
const hb_ack = (state, { now }, here) => clockSet(state, now, here);

/** How far the server's clock is ahead of ours. @param {TableState} state @param {string} now @param {number} here */
function clockSet(state, now, here) {
  const clock = Date.parse(now) - here;
  return Number.isNaN(clock) ? state : { ...state, clock };
}

/**
 * A whole view, at the start or after too long an absence. What was known of the log before it stays if it joins up. If the
 * log was replaced by another one, nothing of what was known of it holds, nor what was decided on it.
 * @param {TableState} before
 * @param {{game: string, seq: number, view: View, restored?: boolean}} message
 * @returns {TableState}
 */
function snapshot(before, { game, seq, view, restored = false }) {
  const state = restored ? { ...before, game: null, pending: null, isDoubted: false } : before;
  const isSame = game === state.game;
  const fresh = isSame
    ? {}
    : { log: [], start: null, turns: {}, reviewSeq: null, card: null, revealed: 0, isEndOpen: true };
  const calm = { mover: null, ceremony: isSame ? ceremonyAfterAbsence(state, view) : null };
  const start = seq === 0 ? view : isSame ? state.start : null;
  const log = isSame ? state.log.filter((entry) => entry.seq <= seq) : [];
  const proof = isSame ? state.proof : { state: /** @type {const} */ ("none"), seed: null };
  return letGoOfTheTaken({ ...state, ...fresh, ...calm, game, seq, view, log, start, proof });
}

/**
 * Awards that were made meanwhile come on their cards, too: those of the last round. Without any, a ceremony that has begun
 * goes on.
 * @param {TableState} state
 * @param {View} view
 */
function ceremonyAfterAbsence({ view: before, ceremony }, view) {
  const missed = view.awards.slice(before?.awards.length);
  if (missed.length === 0) return ceremony;
  const cards = missed.filter(({ round }) => round === missed.at(-1)?.round);
  return { cards, card: 0, step: 0 };
}

/**
 * The next event of the log. One that cannot come next changes nothing. `due_at` is told with what happens now: until when
 * the next seat has time.
 * @param {TableState} state
 * @param {LogEntry & {action_id: string | null, due_at?: string | null}} message
 * @returns {TableState}
 */
function event(state, { action_id: action, due_at: dueAt, seq, at, event }) {
  if (!state.view || seq !== state.seq + 1 || !fits(state.view, event)) return state;
  const isMine = action !== null && action === state.pending?.action_id;
  const move = event.kind === "move" ? event : null;
  const cards = move?.then.filter((one) => one.kind === "award") ?? [];
  const after = {
    ...state,
    room: withDeadline(state.room, dueAt),
    view: applyEvent(state.view, event),
    mover: move?.seat ?? null,
    ceremony: cards.length > 0 ? { cards, card: 0, step: 0 } : state.ceremony,
    seq,
    log: [...state.log, { seq, at, event }],
  };
  const told = isMine ? { ...after, pending: null, isDoubted: false, held: null } : after;
  return letGoOfTheTaken(freeTheView(state, told));
}

/**
 * When it becomes my move I see planet and tiles, not the sheet before them; who talks or reads the log goes on.
 * @param {TableState} before
 * @param {TableState} now
 */
function freeTheView(before, now) {
  const isInTheWay = now.isSheetUp && (now.tab ?? "races") === "races";
  return isInTheWay && isMyMove(now) && !isMyMove(before) ? { ...now, isSheetUp: false } : now;
}

/** @param {Room | null} room @param {string | null | undefined} dueAt @returns {Room | null} */
function withDeadline(room, dueAt) {
  return room === null || dueAt === undefined ? room : { ...room, game: { ...room.game, due_at: dueAt } };
}

/**
 * The act did not go through; what I hold stays in my hand if it can still be laid.
 * @param {TableState} state
 * @param {{action_id: string}} message
 * @returns {TableState}
 */
function nack(state, { action_id }) {
  if (state.pending?.action_id !== action_id) return state;
  return letGoOfTheTaken({ ...state, pending: null, isDoubted: false });
}

/**
 * A held tile that somebody else took, or that went with its round, is out of hand.
 * @param {TableState} state
 * @returns {TableState}
 */
function letGoOfTheTaken(state) {
  const { held, view } = state;
  if (!held || !view || state.pending) return state;
  if (!canTry(view, held.tile)) return { ...state, held: null };
  if (state.me === null || held.face === null || isFree(view, state.me, held.face)) return state;
  return { ...state, held: { ...held, face: nearestFree(state, held.face), isPinned: false } };
}

/** @param {TableState} state @param {Said} line @returns {TableState} */
function said(state, line) {
  if (state.talk.some(({ id }) => id === line.id)) return state;
  const isRead = state.tab === "talk" || state.muted.includes(line.name);
  const talk = [...state.talk, line].slice(-MOST_LINES);
  return { ...state, talk, unread: state.unread + Number(!isRead) };
}

/** @param {TableState} state @param {Reacted} reaction @returns {TableState} */
const reacted = (state, reaction) => ({ ...state, reactions: [...state.reactions, reaction] });

/** By the message's type. */
export const reducers = { welcome, room, hb_ack, snapshot, event, nack, said, reacted };

/** @param {TableState} state @param {number} id  of a reaction that has been seen @returns {TableState} */
export function forgetReaction(state, id) {
  return { ...state, reactions: state.reactions.filter((one) => one.id !== id) };
}

/**
 * @param {TableState} state
 * @param {Line} line
 * @param {number} now
 * @param {number | null} [code]
 * @returns {TableState}
 */
export function receiveLineStatus(state, line, now, code = null) {
  const since = state.connection.line === line ? state.connection.since : now;
  return { ...state, connection: { line, since, code } };
}

/** No answer to the pending act has come in time. @param {TableState} state @returns {TableState} */
export const doubt = (state) => (state.pending ? { ...state, isDoubted: true } : state);

/**
 * The events from the first on, asked for when somebody looks back.
 * @param {TableState} state
 * @param {View} start
 * @param {LogEntry[]} log
 * @returns {TableState}
 */
export function learnHistory(state, start, log) {
  const newer = state.log.filter((entry) => entry.seq > (log.at(-1)?.seq ?? 0));
  return { ...state, start, log: [...log, ...newer].filter((entry) => entry.seq <= state.seq) };
}
