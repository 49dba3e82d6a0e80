/**
 * The line to the server: says hello with what it has seen, closes gaps, answers silence, comes back by itself, and
 * keeps an act until it is answered. What it hears in order it delivers; it knows nothing of the game.
 */

import { CLOSE, KNOWN_RULES, WIRE_VERSION } from "../generated/facts.js";
import { keepPendingAct, pendingAct } from "./pending-act.js";

const SILENCE_MS = 3000;
const RESENDS = 2;
const HEARTBEAT_WAIT_MS = 10_000;
const GAP_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;
const SETTLED_MS = 30_000;
const HIDDEN_MS = 300_000;
/** Of the wire, from which on a server may be told whether anybody sees this page. */
const SIGHT_SINCE = 3;
/** A game by later ones needs a later page. */
const NEWEST_RULES = Math.max(...KNOWN_RULES);
/** Nothing to come back for by itself: left, sent away, gone, replaced by another tab. */
const FINAL_CODES = new Set([CLOSE.LEFT, CLOSE.KICKED, CLOSE.GONE, CLOSE.REPLACED]);
/** Our own mistake: one more try, then no more. */
const FAULT_CODES = new Set([CLOSE.BINARY, CLOSE.NOT_TEXT, CLOSE.TOO_LONG, CLOSE.BAD]);

/** @typedef {{game: string | null, seq: number | null, epoch: string | null, mark: unknown}} Position */
/** @typedef {{type: string} & Record<string, unknown>} Message */
/** @typedef {import("../state/table.js").Act} Act */
/**
 * @typedef {object} LineOptions
 * @property {string} url
 * @property {string} code      the room's, to keep an unanswered act under
 * @property {(message: Message) => boolean | void} deliver  false for an event that does not fit what is known
 * @property {(status: "connecting" | "live" | "lost" | "stopped", code: number | null) => void} changed
 * @property {() => void} doubted  an act has not been answered in time
 */

/** @type {Position} */
const NOWHERE = { game: null, seq: null, epoch: null, mark: null };

/** Where a room's socket is. @param {string} code */
export const socketAddress = (code) =>
  new URL(`/ws/rooms/${code}`, location.href.replace(/^http/, "ws")).href;

/** The socket that the page opened before its modules came (early.js), once. @param {string} url */
function openedEarly(url) {
  const page = /** @type {{openedLine?: WebSocket}} */ (globalThis);
  const { openedLine: socket } = page;
  delete page.openedLine;
  return socket?.url === url && socket.readyState <= WebSocket.OPEN ? socket : null;
}

/** @param {LineOptions} options */
export function openLine(options) {
  return new Line(options);
}

export class Line {
  /** @param {LineOptions} options */
  constructor(options) {
    this.options = options;
    /** @type {Position} */
    this.position = NOWHERE;
    this.tab = crypto.randomUUID();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.isLive = false;
    this.knowsSight = false;
    this.isSaidHidden = false;
    this.attempts = 0;
    this.faults = 0;
    this.lastTry = 0;
    /** @type {Map<number, Message>} */
    this.ahead = new Map();
    /** @type {{id: string, sent: number} | null} */
    this.sent = null;
    this.byeWithin = 2000;
    this.isStopped = false;
    /** @type {Record<string, ReturnType<typeof setTimeout>>} */
    this.timers = {};
    this.listenForWaking();
    this.connect();
  }

  // Coming and going.

  connect() {
    this.clear("retry");
    if (this.socket) return;
    this.lastTry = Date.now();
    const socket = openedEarly(this.options.url) ?? new WebSocket(this.options.url);
    this.socket = socket;
    this.isSaidHidden = false;
    const greet = () => this.say({ type: "hello", v: WIRE_VERSION, tab: this.tab, ...this.hello() });
    socket.onopen = greet;
    socket.onmessage = (event) => this.socket === socket && this.hear(JSON.parse(String(event.data)));
    socket.onclose = (event) => this.socket === socket && this.lose(event.code);
    if (socket.readyState === WebSocket.OPEN) greet();
    this.after("opening", HEARTBEAT_WAIT_MS, () => !this.isLive && this.drop());
  }

  /** What we have seen. After a fault of ours as the first time: the server may be older than this page. */
  hello() {
    if (this.faults > 0) this.position = NOWHERE;
    const { game, seq, epoch, mark } = this.position;
    return { game, last_seq: seq, epoch, ...(mark ? { mark } : {}) };
  }

  /** @param {number} code */
  lose(code) {
    this.socket = null;
    this.isLive = false;
    for (const name of ["beat", "answer", "silence", "gap", "settled", "opening"]) this.clear(name);
    if (this.isOver(code)) return this.stop(code);
    this.options.changed("lost", code);
    this.retryIn(this.waitAfter(code));
  }

  /** @param {number} code */
  isOver(code) {
    if (code === CLOSE.TOO_OLD) return !reloadOnce();
    if (FAULT_CODES.has(code)) return ++this.faults > 1;
    return FINAL_CODES.has(code);
  }

  /** @param {number} code */
  stop(code) {
    this.isStopped = true;
    this.options.changed("stopped", code);
  }

  /**
   * Full jitter, so that a thousand tables do not come back in the same instant.
   * @param {number} code
   */
  waitAfter(code) {
    if (code === CLOSE.RESTART) return Math.random() * this.byeWithin;
    const floor =
      code === CLOSE.OVERLOADED || code === CLOSE.TOO_NEW ? 5000 : code === CLOSE.TOO_FAST ? 10_000 : 0;
    const ceiling = Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.attempts++);
    return floor + Math.random() * ceiling;
  }

  /** @param {number} wait */
  retryIn(wait) {
    if (!navigator.onLine || this.isStopped) return;
    this.after("retry", wait, () => this.connect());
  }

  /** Gives a socket up that no longer answers, without waiting for its farewell. */
  drop(code = 4000) {
    const socket = this.socket;
    if (!socket) return;
    this.lose(code);
    socket.close(4000);
  }

  /** Comes back although another tab has taken the place: now this one takes it. */
  useHere() {
    this.isStopped = false;
    this.wake();
  }

  /** Comes back now rather than later. */
  wake() {
    if (this.socket) return this.probe();
    if (Date.now() - this.lastTry < 1000) return this.retryIn(1000);
    this.isStopped = false;
    this.options.changed("connecting", null);
    this.connect();
  }

  /** A socket that slept may be dead without knowing: ask at once, and do not wait long. */
  probe() {
    if (this.isLive) this.beat(SILENCE_MS);
  }

  listenForWaking() {
    const wake = () => {
      this.clear("hidden");
      if (!this.isStopped) this.wake();
    };
    const show = () => {
      this.saySight();
      if (document.hidden) this.rest();
      else wake();
    };
    const pause = () => this.clear("retry");
    window.addEventListener("online", wake);
    window.addEventListener("offline", pause);
    window.addEventListener("pageshow", wake);
    document.addEventListener("visibilitychange", show);
  }

  /** Long out of sight, a lost line is not chased; it is picked up when the page is seen again. */
  rest() {
    this.after("hidden", HIDDEN_MS, () => this.clear("retry"));
  }

  /** Whoever has hidden this page may be told of their move elsewhere. A line that says nothing counts as seen. */
  saySight() {
    const { hidden } = document;
    if (!this.isLive || !this.knowsSight || hidden === this.isSaidHidden) return;
    this.isSaidHidden = hidden;
    this.say({ type: "sight", visible: !hidden });
  }

  // What is said and heard.

  /** @param {Message} message */
  say(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** @param {Message} message */
  hear(message) {
    const step = this.steps[/** @type {keyof Line["steps"]} */ (message.type)];
    if (step) step.call(this, message);
    else this.options.deliver(message);
  }

  /** @type {Record<string, (this: Line, message: Message) => void>} */
  steps = {
    welcome(message) {
      this.position = { ...this.position, epoch: String(message.epoch) };
      this.beatEvery = Number(message.hb_ms);
      this.knowsSight = Number(message.v) >= SIGHT_SINCE;
      this.options.deliver(message);
    },
    snapshot(message) {
      const { game, seq, epoch, mark } = message;
      const { rules_version: rules } = /** @type {{rules_version?: number}} */ (message.view ?? {});
      if (Number(rules) > NEWEST_RULES) return this.drop(CLOSE.TOO_OLD);
      this.position = { game: String(game), seq: Number(seq), epoch: String(epoch), mark };
      this.ahead.clear();
      // What was decided on a log that is no more is not asked for again.
      if (message.restored) keepPendingAct(this.options.code, null);
      this.options.deliver(message);
      this.takeWaiting();
    },
    event(message) {
      this.hearEvent(message);
    },
    live(message) {
      this.becomeLive();
      this.options.deliver(message);
    },
    ack(message) {
      this.settle(String(message.action_id));
      this.options.deliver(message);
    },
    nack(message) {
      this.hearNack(message);
    },
    hb_ack(message) {
      this.clear("answer");
      this.options.deliver(message);
      if (this.position.seq !== null && Number(message.head) > this.position.seq) this.askForGap();
    },
    bye(message) {
      this.byeWithin = Number(message.in_ms);
    },
  };

  becomeLive() {
    this.isLive = true;
    this.clear("opening");
    this.options.changed("live", null);
    this.after("settled", SETTLED_MS, () => {
      this.attempts = 0;
      this.faults = 0;
    });
    this.after("beat", Math.random() * this.beatEvery, () => this.beat());
    this.sent = null;
    this.sendKept();
    this.saySight();
  }

  beatEvery = 20_000;

  /** @param {number} [wait] */
  beat(wait = HEARTBEAT_WAIT_MS) {
    this.say({ type: "hb", seq: this.position.seq ?? 0 });
    this.after("answer", wait, () => this.drop());
    this.after("beat", this.beatEvery, () => this.beat());
  }

  /**
   * In order, or held back until the gap before it is closed.
   * @param {Message} message
   */
  hearEvent(message) {
    const seq = Number(message.seq);
    if (message.game !== this.position.game || this.position.seq === null || seq <= this.position.seq) return;
    this.ahead.set(seq, message);
    this.takeWaiting();
    if (this.ahead.size > 0) this.askForGap();
  }

  takeWaiting() {
    for (;;) {
      const next = (this.position.seq ?? 0) + 1;
      const message = this.ahead.get(next);
      if (!message) break;
      this.ahead.delete(next);
      this.position = { ...this.position, seq: next, mark: message.mark };
      if (this.options.deliver(message) === false) return this.beginAnew();
    }
    if (this.ahead.size === 0) this.clear("gap");
  }

  askForGap() {
    if (this.timers.gap !== undefined) return;
    const { seq, mark } = this.position;
    this.say({ type: "resync", from: seq ?? 0, ...(mark ? { mark } : {}) });
    this.after("gap", GAP_WAIT_MS, () => this.drop());
  }

  /** What was heard cannot follow on what we know: that is not the log which the server has. Take nothing more but all of it. */
  beginAnew() {
    this.position = { ...NOWHERE, game: this.position.game };
    this.ahead.clear();
    this.askForGap();
  }

  // One act at a time, kept until it is answered.

  /** @param {Act} act */
  act(act) {
    keepPendingAct(this.options.code, { ...act, game: this.position.game });
    this.sendKept();
  }

  sendKept() {
    const kept = this.kept();
    if (!kept || !this.isLive) return;
    const { game: _, ...act } = kept;
    const isAgain = this.sent?.id === act.action_id;
    this.sent = { id: act.action_id, sent: isAgain && this.sent ? this.sent.sent + 1 : 1 };
    this.say({ type: "act", ...act });
    this.after("silence", SILENCE_MS, () => this.hearSilence());
  }

  hearSilence() {
    this.options.doubted();
    if ((this.sent?.sent ?? 0) <= RESENDS) this.sendKept();
    else this.drop();
  }

  /** The act that waits for its answer, if it belongs to the game on the table. */
  kept() {
    const act = pendingAct(this.options.code);
    if (act && this.position.game !== null && act.game !== this.position.game)
      keepPendingAct(this.options.code, null);
    return act?.game === this.position.game ? act : null;
  }

  /** @param {string} action */
  settle(action) {
    if (pendingAct(this.options.code)?.action_id !== action) return;
    keepPendingAct(this.options.code, null);
    this.clear("silence");
  }

  /** @param {Message} message */
  hearNack(message) {
    const action = String(message.action_id);
    if (message.retry && action === this.kept()?.action_id) {
      this.options.doubted();
      return this.after("silence", 1000 + Math.random() * 2000, () => this.sendKept());
    }
    this.settle(action);
    this.options.deliver(message);
  }

  // Timers, one of each name.

  /**
   * @param {string} name
   * @param {number} ms
   * @param {() => void} then
   */
  after(name, ms, then) {
    this.clear(name);
    this.timers[name] = setTimeout(() => {
      delete this.timers[name];
      then();
    }, ms);
  }

  /** @param {string} name */
  clear(name) {
    clearTimeout(this.timers[name]);
    delete this.timers[name];
  }
}

/** The page is older than the server's protocol: fetch the new one, but never in a circle. */
function reloadOnce() {
  try {
    if (sessionStorage.getItem("reloaded")) return false;
    sessionStorage.setItem("reloaded", "yes");
    location.reload();
    return true;
  } catch {
    return false;
  }
}
