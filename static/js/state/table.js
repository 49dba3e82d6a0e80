/**
 * The table's one state. Panels and globes read it; what a person does (`table/actions.js`) and what the server says
 * (`table/messages.js`) change it, by the pure functions of this folder. Remembered elsewhere, since nothing is drawn of it:
 * - where the line stands, and the act that waits for its answer (`server/socket.js`, `server/pending-act.js`);
 * - gestures that are under way, and which card a pointer rests on (`table/pointer-actions.js`, `gestures.js`, `cards.js`);
 * - what is drawn already: globes and how they are held, the size of the net's place (`table/globes.js`, `sheet.js`);
 * - open menus and dialogs, scrolling and focus, which are the page's own; and choices for the next visit (`ui/storage.js`).
 */

/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../rules/view.js").GameEvent} GameEvent */
/** @typedef {{seq: number, at: string, event: GameEvent}} LogEntry */
/** @typedef {{seat: number, name: string | null, bot: string | null, presence: string, away_since: string | null, host: boolean, sealed: boolean, hushed?: boolean, offer: {level: string, agreed: number[], awaited: number[]} | null, resting_until?: string | null}} RoomSeat */
/** @typedef {{id: string, number: number, commitment: string, state: string, head: number, due_at: string | null, now: string, guided: boolean, fork?: {game: string, moves: number, coming: string} | null, daily?: {day: string, counted: boolean, closes_at: string} | null}} RoomGame */
/**
 * @typedef {object} Room
 * @property {string} code
 * @property {string} name
 * @property {string} state
 * @property {number} version
 * @property {import("../generated/facts.js").Options} options
 * @property {boolean} [shut]  nobody new may come in
 * @property {RoomSeat[]} seats
 * @property {{count: number, names: string[]}} watchers
 * @property {RoomGame} game
 * @property {{agreed: number[], awaited: number[]} | null} [hints]  null: there are none; awaited: whose yes is missing
 * @property {{id: string, bots: (string | null)[]}[]} games  so far; the bots are those who began it
 * @property {{name: string, bot: string | null, won: number, games: number}[]} [series]  after two games or more
 * @property {{seat: number | null, host: boolean, name: string, person: string, former: number | null, rests?: number, chats?: number, chats_off?: number} | null} you
 */
/** What a rated game made of a rating; null where it is not shown to me. @typedef {{seat: number, left: boolean, finished: boolean, rating: {mean: number, spread: number, games: number, provisional: boolean, change: number, weight: number, alone: boolean} | null}} SeatRating */
/** @typedef {{tile: number, face: number | null, turn: number, isPinned: boolean}} Held */
/** @typedef {{action_id: string, base: number, tile: number, face: number, turn: number}} Act */
/** @typedef {{id: number, seat: number | null, name: string, text: string, phrase?: string | null, at: string, watchers: boolean}} Said */
/** @typedef {{id: number, seat: number | null, name: string, reaction: string}} Reacted */
/** @typedef {{id: number, text: string, isWrong: boolean}} Toast */
/** @typedef {"connecting" | "live" | "lost" | "stopped"} Line */
/** @typedef {"races" | "log" | "talk" | null} Tab */
/** @typedef {import("../rules/view.js").Award} Award */
/** @typedef {{cards: Award[], card: number, step: number}} Ceremony */
/** A proposal, while nothing is in hand; and areas that glow. @typedef {{placement: {tile: number, face: number, turn: number} | null, areas: number[]}} Shown */
/** If this tile is still there when it is my move: lay it so. @typedef {{tile: number, face: number, turn: number}} Wish */
/** What I have planned for a round, as the server keeps it. @typedef {{game: string, round: number, wishes: Wish[], lapsed: boolean, open: boolean}} Plan */
/** What a bot would do, and why. @typedef {{tile: number, face: number, turn: number, reasons: {key: string, args: Record<string, string | number>}[]}} Advice */
/** @typedef {{game: string, moves: number, best: Advice[]}} Given */

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
 * @property {number} netCentre          the face in the middle of the net
 * @property {number | null} front       whose planet lies in front; null: mine, or as followed
 * @property {number | null} mover       who moved a moment ago: a watcher still looks there
 * @property {Ceremony | null} ceremony  the awards of a round, one after the other: `step` planets are counted
 * @property {{animal: string | null, round: number, isPinned: boolean} | null} card  of an animal (null: face down), open while the pointer rests there, or pinned
 * @property {number | null} reviewSeq   the seq looked back at; null: now
 * @property {boolean} isPlaying         the past goes on by itself, move after move
 * @property {boolean} isReplay          there is no now: all of it is past
 * @property {import("./trial.js").Trial | null} trial  in a replay: a move of the past that is tried again
 * @property {number | null} eye         in a replay: the seat of somebody else through whose eyes it is seen
 * @property {Act | null} pending
 * @property {boolean} isDoubted         the pending act was not answered in time
 * @property {boolean} isGuided          whether a first game gives hints
 * @property {Shown | null} shown          what it shows on my planet
 * @property {(Given & {at: number}) | null} hint  that I asked for; `at`: which of its moves is on show
 * @property {Plan | null} plan          for my move of a round, where a move may take days
 * @property {boolean} isPlanOpen        it is told in words
 * @property {boolean} isHintAwaited     it is asked for, and not yet answered
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
 * @property {"auto" | "high" | "low"} quality  of the planets' pictures
 * @property {Toast | null} toast
 * @property {number} revealed           how many objectives were turned over at the end
 * @property {boolean} isEndOpen
 * @property {{game: string, seats: SeatRating[]} | null} ratings  what a game that is over made of them
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
    netCentre: 0,
    front: null,
    mover: null,
    ceremony: null,
    card: null,
    reviewSeq: null,
    isPlaying: false,
    isReplay: false,
    trial: null,
    eye: null,
    pending: null,
    isDoubted: false,
    isGuided: true,
    shown: null,
    hint: null,
    isHintAwaited: false,
    plan: null,
    isPlanOpen: false,
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
    ratings: null,
  };
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

/** Each has hours or days for a move. @param {TableState} state */
export const isSlow = ({ room }) => (room?.options.clock ?? 0) >= 3600;

/** The seats that a caretaker plays for, as far as I have a say. @param {TableState} state */
export function missingSeats(state) {
  if (state.me === null) return [];
  return state.room?.seats.filter((seat) => seat.presence === "caretaker" && !seat.bot) ?? [];
}
