/**
 * The table's one state, and everything that may happen to it, as pure functions. Rendering reads it, the line to
 * the server and the person's hands change it, and nothing else is remembered anywhere.
 */

import { FACES, FACES_AROUND, SLOTS, stepsBetween } from "./rules/sphere.js";
import { applyEvent, revealOrder, withoutUntold } from "./table/view.js";

export { applyEvent };

/** @typedef {import("./table/view.js").View} View */
/** @typedef {import("./table/view.js").GameEvent} GameEvent */
/** @typedef {{seq: number, at: string, event: GameEvent}} LogEntry */
/** @typedef {{seat: number, name: string | null, bot: string | null, presence: string, away_since: string | null, host: boolean, sealed: boolean, offer: {level: string, agreed: number[], awaited: number[]} | null}} RoomSeat */
/** @typedef {{id: string, number: number, commitment: string, state: string, head: number, due_at: string | null, now: string}} RoomGame */
/**
 * @typedef {object} Room
 * @property {string} code
 * @property {string} name
 * @property {string} state
 * @property {number} version
 * @property {{seats: number, variants: string[], public: boolean, clock: number | null, starts: string, talk: boolean, races: boolean, wait: number}} options
 * @property {RoomSeat[]} seats
 * @property {{count: number, names: string[]}} watchers
 * @property {RoomGame} game
 * @property {{seat: number | null, host: boolean, name: string, person: string, former: number | null} | null} you
 */
/** @typedef {{tile: number, face: number | null, turn: number, isPinned: boolean}} Held */
/** @typedef {{action_id: string, base: number, tile: number, face: number, turn: number}} Act */
/** @typedef {{id: number, seat: number | null, name: string, text: string, at: string, watchers: boolean}} Said */
/** @typedef {{id: number, seat: number | null, name: string, reaction: string}} Reacted */
/** @typedef {{id: number, text: string, isWrong: boolean}} Toast */
/** @typedef {"connecting" | "live" | "lost" | "stopped"} Line */
/** @typedef {"races" | "log" | "talk" | null} Tab */
/** @typedef {import("./table/view.js").Award} Award */
/** @typedef {{cards: Award[], card: number, step: number}} Ceremony */

/**
 * @typedef {object} TableState
 * @property {"seat" | "watcher" | null} role
 * @property {number | null} me
 * @property {Room | null} room
 * @property {string | null} game
 * @property {number} seq
 * @property {View | null} view          what I may see, at the head of the log
 * @property {LogEntry[]} log            the events known, ascending
 * @property {View | null} start         the view before the first event, once it is known
 * @property {Held | null} held
 * @property {Record<number, number>} turns  the turn last given to each tile
 * @property {number} focus              the face that the keyboard stands on
 * @property {number | null} hover
 * @property {number | null} area        the area of the globe under the pointer
 * @property {number} heart              the face in the middle of the net
 * @property {number | null} front       whose planet lies in front; null: mine, or as followed
 * @property {number | null} mover       who moved a moment ago: a watcher still looks there
 * @property {Ceremony | null} ceremony  the awards of a round, one after the other: `step` planets are counted
 * @property {{animal: string | null, round: number, isPinned: boolean} | null} card  of an animal (null: face down), open while the pointer rests there, or pinned
 * @property {number | null} moment      the seq looked back at; null: now
 * @property {Act | null} pending
 * @property {boolean} isDoubted         the pending act was not answered in time
 * @property {{line: Line, since: number, code: number | null}} connection
 * @property {number} clock              how far the server's clock is ahead of ours, in ms
 * @property {"planet" | "net"} board
 * @property {boolean} isZoomed          the globe in front is larger or smaller than the board
 * @property {boolean} hasPlanet         whether the globe could be set up
 * @property {Tab} tab
 * @property {boolean} isSheetUp
 * @property {Said[]} talk
 * @property {Reacted[]} reactions
 * @property {number} unread
 * @property {string[]} muted
 * @property {boolean} sound
 * @property {number} volume             0 to 1
 * @property {import("./planet/ladder.js").Quality} quality  of the planets' pictures
 * @property {Toast | null} toast
 * @property {number} revealed           how many objectives were turned over at the end
 * @property {boolean} isEndOpen
 * @property {{state: "none" | "checking" | "fair" | "unfair" | "unknown", seed: string | null}} proof
 */

/** @returns {TableState} */
export function newTable() {
  return {
    role: null,
    me: null,
    room: null,
    game: null,
    seq: 0,
    view: null,
    log: [],
    start: null,
    held: null,
    turns: {},
    focus: 0,
    hover: null,
    area: null,
    heart: 0,
    front: null,
    mover: null,
    ceremony: null,
    card: null,
    moment: null,
    pending: null,
    isDoubted: false,
    connection: { line: "connecting", since: 0, code: null },
    clock: 0,
    board: "net",
    isZoomed: false,
    hasPlanet: false,
    tab: null,
    isSheetUp: false,
    talk: [],
    reactions: [],
    unread: 0,
    muted: [],
    sound: false,
    volume: 0.7,
    quality: "auto",
    toast: null,
    revealed: 0,
    isEndOpen: true,
    proof: { state: "none", seed: null },
  };
}

// The awards of a round.

/**
 * The animals of a round go to who has won them, one after the other: a claim more is counted, or the next card comes.
 * @param {TableState} state
 * @returns {TableState}
 */
export function nextInCeremony(state) {
  const { ceremony } = state;
  if (!ceremony) return state;
  const { cards, card, step } = ceremony;
  if (!isDecided(ceremony)) return { ...state, ceremony: { cards, card, step: step + 1 } };
  return card + 1 === cards.length
    ? endCeremony(state)
    : { ...state, ceremony: { cards, card: card + 1, step: 0 } };
}

/** Whether every claim on the card has been counted and told. @param {Ceremony} ceremony */
export const isDecided = ({ cards, card, step }) => step > cards[card].claims.length;

/** @param {TableState} state @returns {TableState} */
export const endCeremony = (state) => ({ ...state, ceremony: null });

/** The awards that no card has told yet: always the last ones of the game. @param {TableState} state @returns {Award[]} */
export const untoldAwards = ({ ceremony }) =>
  ceremony?.cards.slice(ceremony.card + Number(isDecided(ceremony))) ?? [];

// What my hands do.

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
  const free = Array.from({ length: FACES }, (_, one) => one).filter((one) => isFree(view, me, one));
  return free.sort((a, b) => far(a) - far(b))[0] ?? null;
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
  return { ...state, held, front: null, moment: null, isSheetUp: false };
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
  return { ...state, pending, moment: null };
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
  const order = Array.from({ length: FACES }, (_, i) => (state.focus + 1 + i) % FACES);
  return order.find((face) => isFree(view, me, face)) ?? null;
}

// Where I look.

/**
 * The view on show: now, as far as the cards have told it, or the moment looked back at.
 * @param {TableState} state
 * @returns {View | null}
 */
export function viewOnShow(state) {
  if (state.moment !== null && state.start) return viewAt(state.start, state.log, state.moment);
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
export function viewAt(start, log, seq) {
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
  const { view, front, me, ceremony } = state;
  if (front !== null && front < (view?.players ?? 0)) return front;
  if (view && isEndOnShow(state)) return seatAtEnd(view, state.revealed);
  if (me !== null) return me;
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
  return state.me !== null && state.moment === null && seatInFront(state) === state.me;
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

/**
 * @param {TableState} state
 * @param {number | null} seq
 * @returns {TableState}
 */
export function lookBack(state, seq) {
  const moment = seq === null || seq >= state.seq ? null : seq; // on a phone the sheet makes way for it
  const held = moment === null || state.pending ? state.held : null;
  return { ...state, moment, held, isSheetUp: false };
}

/**
 * @param {TableState} state
 * @param {string} name
 * @returns {TableState}
 */
export function toggleMute(state, name) {
  const isMuted = state.muted.includes(name);
  return { ...state, muted: isMuted ? state.muted.filter((one) => one !== name) : [...state.muted, name] };
}
