/** What the server says, and how the state changes by it: pure functions, called by `table/messages.js` alone. */

import { applyEvent, fits } from "../rules/view.js";
import { canTry, isFree, nearestFree } from "./placing.js";

/** @typedef {import("./table.js").TableState} TableState */
/** @typedef {import("./table.js").Room} Room */
/** @typedef {import("./table.js").LogEntry} LogEntry */
/** @typedef {import("./table.js").Said} Said */
/** @typedef {import("./table.js").Line} Line */
/** @typedef {import("../rules/view.js").View} View */

/**
 * @param {TableState} state
 * @param {Room} room
 * @param {number} now  this machine's clock
 * @returns {TableState}
 */
export function receiveRoom(state, room, now) {
  const you = room.you ?? state.room?.you ?? null;
  const clock = Date.parse(room.game.now) - now;
  return { ...state, room: { ...room, you }, clock: Number.isNaN(clock) ? state.clock : clock };
}

/**
 * @param {TableState} state
 * @param {"seat" | "watcher"} role
 * @param {number | null} seat
 * @returns {TableState}
 */
export function receiveWelcome(state, role, seat) {
  return { ...state, role, me: seat, front: state.me === seat ? state.front : null };
}

/**
 * The game's log was replaced by another one: nothing of what was known of it holds, nor what was decided on it.
 * @param {TableState} state
 * @returns {TableState}
 */
export function forget(state) {
  return { ...state, game: null, pending: null, isDoubted: false };
}

/**
 * A whole view, at the start or after too long an absence. What was known of the log before it stays if it joins up.
 * @param {TableState} state
 * @param {string} game
 * @param {number} seq
 * @param {View} view
 * @returns {TableState}
 */
export function receiveSnapshot(state, game, seq, view) {
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
 * The next event of the log. One that cannot come next changes nothing. `dueAt` is told with what happens now: until when
 * the next seat has time.
 * @param {TableState} state
 * @param {LogEntry} entry
 * @param {string | null} action
 * @param {string | null} [dueAt]
 * @returns {TableState}
 */
export function receiveEvent(state, entry, action, dueAt) {
  if (!state.view || entry.seq !== state.seq + 1 || !fits(state.view, entry.event)) return state;
  const view = applyEvent(state.view, entry.event);
  const isMine = action !== null && action === state.pending?.action_id;
  const move = entry.event.kind === "move" ? entry.event : null;
  const mover = move?.seat ?? null;
  const cards = move?.then.filter((one) => one.kind === "award") ?? [];
  const ceremony = cards.length > 0 ? { cards, card: 0, step: 0 } : state.ceremony;
  const room = withDeadline(state.room, dueAt);
  const after = { ...state, room, view, mover, ceremony, seq: entry.seq, log: [...state.log, entry] };
  return letGoOfTheTaken(isMine ? { ...after, pending: null, isDoubted: false, held: null } : after);
}

/** @param {Room | null} room @param {string | null | undefined} dueAt @returns {Room | null} */
function withDeadline(room, dueAt) {
  return room === null || dueAt === undefined ? room : { ...room, game: { ...room.game, due_at: dueAt } };
}

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

/**
 * The act did not go through; what I hold stays in my hand if it can still be laid.
 * @param {TableState} state
 * @param {string} action
 * @returns {TableState}
 */
export function receiveRefusal(state, action) {
  if (state.pending?.action_id !== action) return state;
  return letGoOfTheTaken({ ...state, pending: null, isDoubted: false });
}

/**
 * @param {TableState} state
 * @param {Said} said
 * @param {boolean} isOpen  whether the talk is on show
 * @returns {TableState}
 */
export function receiveTalk(state, said, isOpen) {
  if (state.talk.some((known) => known.id === said.id)) return state;
  const talk = [...state.talk, said].slice(-200);
  return {
    ...state,
    talk,
    unread: isOpen || state.muted.includes(said.name) ? state.unread : state.unread + 1,
  };
}
