/** The line to the server, by the clock: when it asks again, waits, gives up and comes back. The socket is the browser's. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { CLOSE, KNOWN_RULES } from "../../static/js/generated/facts.js";

/** @type {FakeSocket[]} */
let sockets = [];

class FakeSocket {
  static OPEN = 1;
  readyState = 0;
  /** @type {any[]} */
  said = [];
  /** @type {number | null} */
  closedWith = null;
  onopen = () => {};
  onmessage = (/** @type {{data: string}} */ _) => {};
  onclose = (/** @type {{code: number}} */ _) => {};
  constructor(/** @type {string} */ url) {
    this.url = url;
    sockets.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  hear(/** @type {object} */ message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  send(/** @type {string} */ text) {
    this.said.push(JSON.parse(text));
  }
  close(/** @type {number} */ code) {
    this.closedWith = code;
  }
  end(/** @type {number} */ code) {
    this.readyState = 3;
    this.onclose({ code });
  }
}

/** @type {Record<string, () => void>} */
const wakers = {};
const listen = (/** @type {string} */ name, /** @type {() => void} */ then) => {
  wakers[name] = then;
};
/** @type {Map<string, string>} */
const storage = new Map();
let reloads = 0;
const page = {
  WebSocket: FakeSocket,
  window: { addEventListener: listen },
  document: { addEventListener: listen, hidden: false },
  location: { href: "https://here/r/x", reload: () => reloads++ },
  sessionStorage: {
    getItem: (/** @type {string} */ key) => storage.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => storage.set(key, value),
    removeItem: (/** @type {string} */ key) => storage.delete(key),
  },
};
for (const [name, value] of Object.entries({ ...page, navigator: { onLine: true } }))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
const { openLine, socketAddress } = await import("../../static/js/server/socket.js");
const { keepPendingAct } = await import("../../static/js/server/pending-act.js");

const GAME = "a game";
const ACT = { action_id: "mine", base: 0, tile: 1, face: 2, turn: 3 };
mock.timers.enable({ apis: ["setTimeout", "Date"] });
/** The share of a random wait that is waited. */
let chance = 1;
mock.method(Math, "random", () => chance);

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  sockets = [];
  storage.clear();
  reloads = 0;
  chance = 1;
  page.document.hidden = false;
  keepPendingAct("x", null);
});

const socket = () => /** @type {FakeSocket} */ (sockets.at(-1));
const wait = (/** @type {number} */ ms) => mock.timers.tick(ms);
const event = (/** @type {number} */ seq, game = GAME) => ({ type: "event", game, seq, mark: `mark ${seq}` });

/** A line, what it told its page, and its first socket, live at `seq`. */
function live(seq = 0) {
  /** @type {any[]} */
  const delivered = [];
  /** @type {any[]} */
  const changes = [];
  let doubts = 0;
  let fits = true;
  const line = openLine({
    url: "wss://here/ws/rooms/x",
    code: "x",
    deliver(message) {
      delivered.push(message);
      return fits;
    },
    changed: (status, code) => changes.push([status, code]),
    doubted: () => doubts++,
  });
  welcome(seq);
  return {
    line,
    delivered,
    changes,
    seqs: () => delivered.filter(({ type }) => type === "event").map((message) => message.seq),
    doubts: () => doubts,
    refuse: () => {
      fits = false;
    },
  };
}

function welcome(seq = 0, v = 3) {
  socket().open();
  socket().hear({ type: "welcome", v, epoch: "e", hb_ms: 20_000 });
  socket().hear({ type: "snapshot", game: GAME, seq, epoch: "e", mark: `mark ${seq}`, restored: false });
  socket().hear({ type: "live", seq });
}

const said = (/** @type {string} */ type) => socket().said.filter((message) => message.type === type);

test("a room's socket has the page's own host", () => {
  assert.equal(socketAddress("x"), "wss://here/ws/rooms/x");
});

test("it says first what it has seen, and again when it comes back", () => {
  live(4);
  const [hello] = said("hello");
  assert.deepEqual([hello.game, hello.last_seq, hello.epoch, "mark" in hello], [null, null, null, false]);
  socket().hear(event(5));
  socket().end(1006);
  wait(500);
  socket().open();
  const [again] = said("hello");
  assert.deepEqual([again.game, again.last_seq, again.epoch, again.mark], [GAME, 5, "e", "mark 5"]);
  assert.equal(again.tab, hello.tab);
});

test("a socket that the page opened before its modules came is used, once", () => {
  const early = new FakeSocket("wss://here/ws/rooms/x");
  early.readyState = FakeSocket.OPEN;
  Object.assign(globalThis, { openedLine: early });
  const { changes } = live(0);
  assert.equal(sockets.length, 1);
  assert.equal(early.said[0].type, "hello");
  assert.deepEqual(changes, [["live", null]]);
  early.end(1006);
  mock.timers.tick(1000);
  assert.equal(sockets.length, 2);
});

test("an early socket that is gone already, or leads elsewhere, is not used", () => {
  for (const [url, readyState] of /** @type {const} */ ([
    ["wss://here/ws/rooms/x", 3],
    ["wss://here/ws/rooms/y", 0],
  ])) {
    sockets = [];
    Object.assign(globalThis, { openedLine: Object.assign(new FakeSocket(url), { readyState }) });
    live(0);
    assert.equal(sockets.length, 2);
  }
});

test("events are delivered in order and once, whatever order they come in", () => {
  const { seqs } = live();
  for (const seq of [1, 1]) socket().hear(event(seq));
  assert.equal(said("resync").length, 0);
  for (const seq of [3, 4]) socket().hear(event(seq));
  socket().hear(event(2, "another game"));
  assert.deepEqual(seqs(), [1]);
  assert.deepEqual(said("resync"), [{ type: "resync", from: 1, mark: "mark 1" }]);
  socket().hear(event(2));
  assert.deepEqual(seqs(), [1, 2, 3, 4]);
  wait(2000);
  assert.equal(socket().closedWith, null); // the gap is closed: nobody waits for it any more
});

test("a gap that is not closed in time costs the socket", () => {
  live();
  socket().hear(event(2));
  wait(1999);
  assert.equal(socket().closedWith, null);
  wait(1);
  assert.equal(socket().closedWith, 4000);
});

test("an event that does not fit is followed by all of the log anew", () => {
  const { refuse } = live(3);
  refuse();
  socket().hear(event(4));
  assert.deepEqual(said("resync"), [{ type: "resync", from: 0 }]);
});

test("a heartbeat is sent now and then, and one that is not answered ends the socket", () => {
  const { changes } = live(2);
  chance = 0;
  wait(20_000);
  assert.deepEqual(said("hb"), [{ type: "hb", seq: 2 }]);
  socket().hear({ type: "hb_ack", head: 2 });
  wait(20_000);
  assert.equal(said("hb").length, 2);
  assert.equal(said("resync").length, 0);
  wait(9_999);
  assert.equal(sockets[0].closedWith, null);
  wait(1);
  assert.equal(sockets[0].closedWith, 4000);
  assert.deepEqual(changes.at(-1), ["lost", 4000]);
});

test("a heartbeat whose answer is ahead asks for what is missing", () => {
  live(2);
  socket().hear({ type: "hb_ack", head: 3 });
  assert.deepEqual(said("resync"), [{ type: "resync", from: 2, mark: "mark 2" }]);
});

test("a game by rules that this page does not know fetches the page anew", () => {
  const { changes, delivered } = live(2);
  const known = {
    type: "snapshot",
    game: GAME,
    seq: 2,
    mark: "mark 2",
    epoch: "e",
    view: { rules_version: 1 },
  };
  socket().hear(known);
  assert.deepEqual([reloads, delivered.at(-1)?.type], [0, "snapshot"]);
  socket().hear({ ...known, seq: 3, view: { rules_version: Math.max(...KNOWN_RULES) + 1 } });
  assert.deepEqual([reloads, changes.at(-1), socket().closedWith], [1, ["lost", CLOSE.TOO_OLD], 4000]);
  assert.equal(delivered.at(-1)?.seq, 2);
});

test("a process that is too old for the game is asked again after five seconds", () => {
  live(2);
  socket().end(CLOSE.TOO_NEW);
  wait(4999);
  assert.equal(sockets.length, 1);
  wait(501);
  assert.equal(sockets.length, 2);
});

test("an act is said again after three seconds, twice, then on another socket", () => {
  const { line, doubts } = live();
  line.act(ACT);
  assert.deepEqual(said("act"), [{ type: "act", ...ACT }]);
  wait(2999);
  assert.deepEqual([said("act").length, doubts()], [1, 0]);
  wait(1);
  assert.deepEqual([said("act").length, doubts()], [2, 1]);
  wait(3000);
  assert.equal(said("act").length, 3);
  wait(3000);
  assert.equal(socket().closedWith, 4000);
  wait(500);
  welcome();
  assert.deepEqual(said("act"), [{ type: "act", ...ACT }]);
  socket().hear({ type: "ack", action_id: "another", seq: 1, dup: false });
  wait(3000);
  assert.equal(said("act").length, 2);
  socket().hear({ type: "ack", action_id: "mine", seq: 1, dup: false });
  wait(10_000);
  assert.equal(said("act").length, 2);
  assert.equal(storage.size, 0);
});

test("an act that waits for its answer outlives a reload of the page, in its room and its game", async () => {
  live().line.act(ACT);
  const again = "../../static/js/server/pending-act.js?reloaded"; // its memory is empty
  const { pendingAct } = /** @type {typeof import("../../static/js/server/pending-act.js")} */ (
    await import(again)
  );
  assert.equal(pendingAct("another room"), null);
  assert.deepEqual(pendingAct("x"), { ...ACT, game: GAME });
  const broken = `${again}&broken`;
  storage.set("act:x", "{");
  assert.equal((await import(broken)).pendingAct("x"), null);
});

test("without a storage an act is kept as long as the page is there", () => {
  const { setItem } = page.sessionStorage;
  page.sessionStorage.setItem = () => {
    throw new Error("full");
  };
  live().line.act(ACT);
  page.sessionStorage.setItem = setItem;
  wait(3000);
  assert.equal(said("act").length, 2);
});

test("an act that may be said again is, a moment later; one that was refused is not", () => {
  const { line } = live();
  chance = 0.5;
  line.act(ACT);
  socket().hear({ type: "nack", action_id: "mine", code: "unavailable", retry: true, head: 0 });
  wait(1999);
  assert.equal(said("act").length, 1);
  wait(1);
  assert.equal(said("act").length, 2);
  socket().hear({ type: "nack", action_id: "mine", code: "illegal", retry: false, head: 0 });
  wait(10_000);
  assert.equal(said("act").length, 2);
});

test("an act of a log that is no more is not said again", () => {
  const { line } = live();
  line.act(ACT);
  socket().end(1006);
  wait(500);
  socket().open();
  socket().hear({ type: "snapshot", game: GAME, seq: 0, epoch: "e", mark: "m", restored: true });
  socket().hear({ type: "live", seq: 0 });
  assert.equal(said("act").length, 0);
});

test("it comes back later and later, at most after half a minute", () => {
  live();
  const waits = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000];
  for (const [i, ms] of waits.entries()) {
    socket().end(1006);
    wait(ms - 1);
    assert.equal(sockets.length, i + 1, `after ${ms} ms`);
    wait(1);
    assert.equal(sockets.length, i + 2);
  }
  welcome();
  wait(30_000); // it has held
  socket().hear({ type: "hb_ack", head: 0 });
  socket().end(1006);
  wait(500);
  assert.equal(sockets.length, waits.length + 2);
});

test("it stays away as long as the server says", () => {
  for (const [code, ms] of [
    [CLOSE.OVERLOADED, 5500],
    [CLOSE.TOO_FAST, 10_500],
    [CLOSE.RESTART, 700],
  ]) {
    live();
    const before = sockets.length;
    socket().hear({ type: "bye", code, in_ms: 700 });
    socket().end(code);
    wait(ms - 1);
    assert.equal(sockets.length, before, `after ${code}`);
    wait(1);
    assert.equal(sockets.length, before + 1);
    socket().end(CLOSE.GONE);
  }
});

test("it does not come back by itself to where it may not be", () => {
  for (const code of [CLOSE.LEFT, CLOSE.KICKED, CLOSE.GONE, CLOSE.REPLACED]) {
    const { changes } = live();
    const before = sockets.length;
    socket().end(code);
    wait(100_000);
    assert.deepEqual([sockets.length, changes.at(-1)], [before, ["stopped", code]]);
  }
});

test("after a fault of its own it comes once more, as if new, and then no more", () => {
  const { changes } = live(3);
  socket().end(CLOSE.BAD);
  wait(500);
  socket().open();
  assert.equal(said("hello")[0].game, null);
  socket().end(CLOSE.BAD);
  wait(100_000);
  assert.deepEqual([sockets.length, changes.at(-1)], [2, ["stopped", CLOSE.BAD]]);
});

test("a page that is too old is fetched anew, once", () => {
  const { changes } = live();
  socket().end(CLOSE.TOO_OLD);
  assert.deepEqual([reloads, changes.at(-1)], [1, ["lost", CLOSE.TOO_OLD]]);
  wait(500);
  socket().end(CLOSE.TOO_OLD);
  assert.deepEqual([reloads, changes.at(-1)], [1, ["stopped", CLOSE.TOO_OLD]]);
});

test("whoever wants it back at once has it, but no more than once a second", () => {
  live();
  wait(999);
  socket().end(1006);
  wakers.online();
  wait(999);
  assert.equal(sockets.length, 1);
  wait(1);
  assert.equal(sockets.length, 2);
  wait(1000);
  socket().end(1006);
  wakers.online();
  assert.equal(sockets.length, 3);
});

test("a page that is seen again asks at once whether the line still holds", () => {
  live();
  wait(100);
  page.document.hidden = true;
  wakers.visibilitychange();
  page.document.hidden = false;
  wakers.visibilitychange();
  assert.equal(said("hb").length, 1);
  wait(3000);
  assert.equal(socket().closedWith, 4000);
});

test("without a network it waits for one, and comes back as soon as there is", () => {
  live();
  wait(5000);
  Object.assign(navigator, { onLine: false });
  socket().end(1006);
  wait(60_000);
  assert.equal(sockets.length, 1);
  Object.assign(navigator, { onLine: true });
  wakers.online();
  assert.equal(sockets.length, 2);
  socket().end(1006);
  wakers.offline();
  wait(60_000);
  assert.equal(sockets.length, 2);
  wakers.pageshow();
  assert.equal(sockets.length, 3);
});

test("long out of sight a lost line is not chased, until the page is seen", () => {
  const { line } = live();
  socket().hear({ type: "welcome", epoch: "e", hb_ms: 1e9 }); // this one is not about heartbeats
  socket().hear({ type: "live", seq: 0 });
  page.document.hidden = true;
  wakers.visibilitychange();
  wait(299_000);
  line.attempts = 20;
  socket().end(1006);
  wait(1000);
  wait(100_000);
  assert.equal(sockets.length, 1);
  page.document.hidden = false;
  wakers.visibilitychange();
  assert.equal(sockets.length, 2);
});

/** @param {boolean} hidden */
function hide(hidden) {
  page.document.hidden = hidden;
  wakers.visibilitychange();
}

const sights = () => said("sight").map(({ visible }) => visible);

test("the server hears that the page is hidden and seen again, once each time", () => {
  live();
  assert.deepEqual(sights(), []);
  hide(true);
  hide(true);
  hide(false);
  assert.deepEqual(sights(), [false, true]);
  socket().hear({ type: "live", seq: 0 }); // as after a gap
  assert.deepEqual(sights(), [false, true]);
});

test("a line that comes back hidden says so once it is live, and not before", () => {
  live();
  hide(true);
  socket().end(1006);
  wait(500);
  socket().open();
  assert.deepEqual(sights(), []);
  welcome();
  assert.deepEqual(sights(), [false]);
  hide(false);
  assert.deepEqual(sights(), [false, true]);
});

test("a server of before is not told, since it would end the line", () => {
  live();
  socket().end(1006);
  wait(500);
  welcome(0, 2);
  hide(true);
  hide(false);
  assert.deepEqual(sights(), []);
});

test("a socket that does not become live in time is given up", () => {
  openLine({ url: "wss://here", code: "x", deliver() {}, changed() {}, doubted() {} });
  socket().open();
  wait(9_999);
  assert.equal(socket().closedWith, null);
  wait(1);
  assert.equal(socket().closedWith, 4000);
});
