/**
 * The past of a game, by plies: ply 17 is the moment after the seventeenth move, ply 0 the one before the first. The
 * table looks back at it, and a replay shows nothing else. In the log a ply is an entry among others.
 */

/** @typedef {import("./table.js").LogEntry} LogEntry */
/** @typedef {import("./table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../rules/view.js").Move} Move */
/** @typedef {import("../rules/view.js").Award} Award */
/** @typedef {LogEntry & {event: Move}} Ply */
/** @type {WeakMap<LogEntry[], Ply[]>} */
const known = new WeakMap();

/** The moves of a log. @param {LogEntry[]} log @returns {Ply[]} */
function pliesOf(log) {
  const plies = known.get(log) ?? log.filter(({ event }) => event.kind === "move");
  known.set(log, /** @type {Ply[]} */ (plies));
  return /** @type {Ply[]} */ (plies);
}

/** How many moves have been made by now. @param {TableState} state */
export const lastPly = ({ log }) => pliesOf(log).length;

/** The ply on show. @param {TableState} state */
export function plyOnShow({ log, reviewSeq, seq }) {
  const until = reviewSeq ?? seq;
  return pliesOf(log).filter((ply) => ply.seq <= until).length;
}

/** The move that led to the moment on show; null before the first. @param {TableState} state @returns {Move | null} */
export const moveOnShow = (state) => pliesOf(state.log)[plyOnShow(state) - 1]?.event ?? null;

/** The animals that were told of with a move. @param {Move | null} move @returns {Award[]} */
export const awardsOf = (move) => move?.then.filter((then) => then.kind === "award") ?? [];

/**
 * A moment by its ply, as near as there is one. At the table the last one is now, and a replay has no now.
 * @param {TableState} before
 * @param {number} ply
 * @returns {TableState}
 */
export function showPly(before, ply) {
  const state = leaveTrial(before);
  const plies = pliesOf(state.log);
  const wanted = Math.max(0, Math.min(Math.round(ply), plies.length));
  return lookBack(state, wanted === plies.length ? state.seq : (plies[wanted - 1]?.seq ?? 0));
}

/**
 * A moment by the number of its entry in the log; null: now, or in a replay the last one.
 * @param {TableState} before
 * @param {number | null} seq
 * @returns {TableState}
 */
export function lookBack(before, seq) {
  const state = leaveTrial(before);
  const isNow = seq === null || seq >= state.seq;
  const reviewSeq = isNow ? (state.isReplay ? state.seq : null) : seq;
  const held = reviewSeq === null || state.pending ? state.held : null;
  return { ...state, reviewSeq, held, isSheetUp: false };
}

/** Back to the past itself, from a move of it that was tried again; at the same moment. @param {TableState} state @returns {TableState} */
export function leaveTrial(state) {
  if (!state.trial) return state;
  const { kept } = state.trial;
  return { ...state, ...kept, reviewSeq: state.seq, held: null, shown: null, pending: null, trial: null };
}

/** The ply at which a round begins next, or has begun last. @param {TableState} state @param {number} by  1 or -1 */
export function roundEdge(state, by) {
  const players = state.view?.players ?? 1;
  const [at, last] = [plyOnShow(state), lastPly(state)];
  const edge = by > 0 ? Math.floor(at / players) + 1 : Math.ceil(at / players) - 1;
  return Math.max(0, Math.min(edge * players, last));
}

/** The ply at which an animal went home, or was told last to move on; null if its card has not come up. @param {LogEntry[]} log @param {string} requirement */
export function plyOfAward(log, requirement) {
  const found = pliesOf(log).findLastIndex(({ event }) =>
    awardsOf(event).some(({ animal }) => animal === requirement),
  );
  return found < 0 ? null : found + 1;
}
