/** Each message of the server makes of the state what it should, and nothing else; and what is told of who is missing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  doubt,
  forgetReaction,
  learnHistory,
  receiveLineStatus,
  reducers,
} from "../../static/js/state/messages.js";
import { nextFree } from "../../static/js/state/placing.js";
import { missingSeats, newTable } from "../../static/js/state/table.js";
import { absenceNews } from "../../static/js/texts/news.js";
import { span, titleOf } from "../../static/js/texts/words.js";
import { readTexts } from "./catalogue.js";

await readTexts({
  "absence.told_missing": "{name} is missing",
  "absence.told_refused": "{name} is waited for",
  "absence.offered": "{who} would let {bot} play for {name}",
  "table.title": "{room}",
  "table.title_mine": "Your move, {room}",
  "table.title_over": "{room} is over",
  "table.days": "{count} d",
  "table.hours": "{count} h",
});

const FREE = ".....";
const NOW = "2026-01-01T12:00:10Z";
const HERE = Date.parse("2026-01-01T12:00:00Z");

/** @param {number} seat @param {object} [how] @returns {any} */
const seatOf = (seat, how) => ({ seat, name: `P${seat}`, bot: null, presence: "here", offer: null, ...how });
/** @param {any[]} seats @param {object} [more] @returns {any} */
const roomOf = (seats, more) => ({
  name: "Quiet Comet",
  state: "playing",
  seats,
  game: { now: NOW },
  you: null,
  ...more,
});
/** @param {object} [changes] @returns {any} */
const tableWith = (changes) => ({ ...newTable(), game: "g", me: 0, ...changes });
const pending = { action_id: "a", base: 1, tile: 3, face: 2, turn: 0 };

test("a room brings the server's clock, and who I am stays known", () => {
  const you = { seat: 0, host: false, name: "P0", person: "p", former: null };
  const first = reducers.room(newTable(), { room: roomOf([seatOf(0)], { you }) }, HERE);
  assert.equal(first.clock, 10_000);
  const second = reducers.room(first, { room: roomOf([seatOf(0), seatOf(1)]) }, HERE + 1000);
  assert.equal(second.clock, 9000);
  assert.deepEqual(second.room?.you, you);
  assert.equal(second.room?.seats.length, 2);
});

test("a clock that cannot be read changes nothing", () => {
  const table = tableWith({ clock: 5 });
  assert.equal(reducers.hb_ack(table, { now: "soon" }, HERE), table);
  assert.equal(reducers.hb_ack(table, { now: NOW }, HERE).clock, 10_000);
});

test("in another seat the planet brought forward goes back, in the same one it stays", () => {
  const table = tableWith({ front: 2 });
  assert.equal(reducers.welcome(table, { role: "seat", seat: 0 }).front, 2);
  const moved = reducers.welcome(table, { role: "watcher", seat: null });
  assert.deepEqual([moved.role, moved.me, moved.front], ["watcher", null, null]);
});

test("only the refusal of my own act takes it back", () => {
  const table = tableWith({ pending, isDoubted: true });
  assert.equal(reducers.nack(table, { action_id: "b" }), table);
  const refused = reducers.nack(table, { action_id: "a" });
  assert.deepEqual([refused.pending, refused.isDoubted], [null, false]);
});

test("doubt is about an act that waits, and about nothing else", () => {
  const idle = tableWith();
  assert.equal(doubt(idle), idle);
  assert.equal(doubt(tableWith({ pending })).isDoubted, true);
});

test("a line of talk is heard once, and is unread unless the talk is open or its speaker muted", () => {
  const line = { id: 7, seat: 1, name: "P1", text: "hello", at: NOW, watchers: false };
  const once = reducers.said(tableWith(), line);
  assert.deepEqual([once.talk.length, once.unread], [1, 1]);
  assert.equal(reducers.said(once, line), once);
  assert.equal(reducers.said(tableWith({ tab: "talk" }), line).unread, 0);
  assert.equal(reducers.said(tableWith({ tab: "log" }), line).unread, 1);
  assert.equal(reducers.said(tableWith({ muted: ["P1"] }), line).unread, 0);
});

test("of a long talk the last two hundred lines are kept", () => {
  let table = tableWith();
  for (let id = 1; id <= 201; id++)
    table = reducers.said(table, { id, seat: 1, name: "P1", text: "", at: NOW, watchers: false });
  assert.deepEqual([table.talk.length, table.talk[0].id], [200, 2]);
});

test("a reaction goes by itself, and no other with it", () => {
  const wave = (/** @type {number} */ id) => ({ id, seat: 1, name: "P1", reaction: "hello" });
  const two = reducers.reacted(reducers.reacted(tableWith(), wave(1)), wave(2));
  assert.deepEqual(
    forgetReaction(two, 1).reactions.map(({ id }) => id),
    [2],
  );
});

test("how long a line has been as it is counts from its last change", () => {
  const lost = receiveLineStatus(tableWith(), "lost", 1000, 4000);
  assert.deepEqual(lost.connection, { line: "lost", since: 1000, code: 4000 });
  assert.deepEqual(receiveLineStatus(lost, "lost", 2000, 4001).connection, {
    line: "lost",
    since: 1000,
    code: 4001,
  });
  assert.equal(receiveLineStatus(lost, "live", 3000).connection.since, 3000);
});

test("a history that is learned late keeps the events that came meanwhile, and none beyond what is known", () => {
  const entry = (/** @type {number} */ seq) =>
    /** @type {any} */ ({ seq, at: "", event: { kind: "abandoned" } });
  const table = tableWith({ seq: 4, log: [entry(3), entry(4)] });
  const known = learnHistory(table, /** @type {any} */ ({}), [entry(1), entry(2), entry(3)]);
  assert.deepEqual(
    known.log.map(({ seq }) => seq),
    [1, 2, 3, 4],
  );
  assert.equal(
    learnHistory({ ...table, seq: 2, log: [] }, /** @type {any} */ ({}), [entry(1), entry(2), entry(3)]).log
      .length,
    2,
  );
});

test("the next free face comes after the one in focus, round and round", () => {
  const areas = `FFFFF${FREE}FFFFF${FREE}${"FFFFF".repeat(8)}`;
  const at = (/** @type {number} */ focus) => nextFree(tableWith({ focus, view: { planets: [areas] } }));
  assert.deepEqual([at(0), at(1), at(2), at(3), at(11)], [1, 3, 3, 1, 1]);
  assert.equal(nextFree(tableWith({ view: { planets: ["F".repeat(60)] } })), null);
  assert.equal(nextFree(tableWith({ me: null, view: { planets: [areas] } })), null);
});

test("only seats of people that a caretaker plays for are missing, and only to who sits here", () => {
  const seats = [seatOf(0), seatOf(1, { presence: "caretaker" }), seatOf(2, { presence: "away" })];
  const room = roomOf([...seats, seatOf(3, { presence: "caretaker", bot: "grove" })]);
  assert.deepEqual(
    missingSeats(tableWith({ room })).map(({ seat }) => seat),
    [1],
  );
  assert.deepEqual(missingSeats(tableWith({ me: null, room })), []);
});

test("what is told of who is missing: that they are, what is offered, and that it was refused; each once", () => {
  const table = (/** @type {object} */ how) =>
    tableWith({ room: roomOf([seatOf(0), seatOf(1, how), seatOf(2)]) });
  const offer = { level: "grove", agreed: [2], awaited: [0] };
  const [here, gone] = [table({}), table({ presence: "caretaker" })];
  const offered = table({ presence: "caretaker", offer });
  assert.deepEqual(absenceNews(here, gone), ["P1 is missing"]);
  assert.deepEqual(absenceNews(gone, table({ presence: "caretaker" })), []);
  assert.deepEqual(absenceNews(gone, offered), ["P2 would let bots.grove play for P1"]);
  assert.deepEqual(absenceNews(offered, table({ presence: "caretaker", offer })), []);
  assert.deepEqual(absenceNews(offered, gone), ["P1 is waited for"]);
  const mine = table({ presence: "caretaker", offer: { ...offer, agreed: [0] } });
  assert.deepEqual(absenceNews(gone, mine), []);
  assert.deepEqual(absenceNews(here, { ...gone, game: "h" }), []);
});

test("the tab says when it is my move", () => {
  const room = roomOf([]);
  const view = { due: 0, over: false };
  assert.equal(titleOf(tableWith({ room, view })), "● Your move, Quiet Comet");
  assert.equal(titleOf(tableWith({ room, view: { ...view, due: 1 } })), "Quiet Comet");
  assert.equal(titleOf(tableWith({ room, me: null, view })), "Quiet Comet");
  assert.equal(titleOf(tableWith({ room, view: { ...view, over: true } })), "Quiet Comet is over");
});

test("a span of time is minutes and seconds, hours from a hundred minutes on, and days from two days on", () => {
  assert.deepEqual(
    [span(35_001), span(-5), span(5_999_000), span(6_000_000), span(172_799_000), span(604_800_000)],
    ["0:36", "0:00", "99:59", "2 h", "48 h", "7 d"],
  );
});
