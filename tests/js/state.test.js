/** The table's state: events give the views that Python gives, and hands do only what can be taken back. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { startOf } from "../../static/js/rules/history.js";
import { FACES_AROUND, stepsBetween } from "../../static/js/rules/sphere.js";
import { applyEvent, fits } from "../../static/js/rules/view.js";
import { endCeremony } from "../../static/js/state/awards.js";
import { bringForward, seatInFront, viewOnShow } from "../../static/js/state/looking.js";
import { learnHistory, reducers } from "../../static/js/state/messages.js";
import { lookBack } from "../../static/js/state/past.js";
import {
  aim,
  canPlace,
  confirm,
  isFree,
  nearestFree,
  pick,
  resumeAct,
  stepTo,
  takeBack,
  turnHeld,
} from "../../static/js/state/placing.js";
import { newTable, toggleMute } from "../../static/js/state/table.js";
import { vectors } from "./vectors.js";

const GAMES = vectors("games");
const GAME = GAMES.find((/** @type {any} */ game) => game.audience !== null && game.start.players === 3);
const ME = GAME.audience;

/** A table at which it is my move, so many events into the game. @param {number} steps */
function tableAfter(steps) {
  const seated = reducers.welcome(newTable(), { role: "seat", seat: ME });
  const table = reducers.snapshot(seated, { game: "g", seq: 0, view: GAME.start });
  return GAME.steps.slice(0, steps).reduce(hear, table);
}

/** @param {any} table @param {any} step */
function hear(table, step) {
  return reducers.event(table, { seq: table.seq + 1, at: "", event: step.event, action_id: null });
}

/** How many events come before each of my moves. @type {number[]} */
const BEFORE_MINE = GAME.steps.flatMap((/** @type {any} */ { event }, /** @type {number} */ i) =>
  event.kind === "move" && event.seat === ME ? [i] : [],
);
const [BEFORE_ME] = BEFORE_MINE;

test("an event that happens now says until when the next move may take; one that was missed does not", () => {
  const game = { id: "g", due_at: "2026-01-01T00:00:00.000Z" };
  const table = { ...tableAfter(0), room: /** @type {any} */ ({ code: "R", game }) };
  const entry = { seq: 1, at: "", event: GAME.steps[0].event };
  const dueAt = (/** @type {any} */ state) => state.room.game.due_at;
  assert.equal(
    dueAt(reducers.event(table, { ...entry, action_id: null, due_at: "2026-01-01T00:01:00.000Z" })),
    "2026-01-01T00:01:00.000Z",
  );
  assert.equal(dueAt(reducers.event(table, { ...entry, action_id: null, due_at: null })), null);
  assert.equal(dueAt(reducers.event(table, { ...entry, action_id: null })), game.due_at);
});

test("every event of a log fits the view before it, and no other view", () => {
  for (const { start, steps } of GAMES) {
    let view = start;
    for (const { event } of steps) {
      assert.ok(fits(view, event));
      view = applyEvent(view, event);
      assert.ok(!fits(view, event), "a second time");
    }
  }
});

test("an event that cannot come next changes nothing", () => {
  const table = tableAfter(5);
  const { event } = GAME.steps[5];
  const other = (event.seat + 1) % GAME.start.players;
  const taken =
    table.view.display[table.view.taken.findIndex((/** @type {number | null} */ one) => one !== null)];
  const covered = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].find(
    (face) => !isFree(table.view, event.seat, face),
  );
  for (const wrong of [
    { seat: other },
    { round: 12 },
    { tile: taken ?? 99 },
    { tile: 99 },
    { face: covered },
  ]) {
    assert.equal(hear(table, { event: { ...event, ...wrong } }), table, JSON.stringify(wrong));
  }
  assert.notEqual(hear(table, { event }), table);
});

test("after a restored backup nothing of the lost log is left, nor what was decided on it", () => {
  const mine = tableAfter(BEFORE_MINE[2]);
  const sent = confirm(
    aim(
      pick(
        mine,
        mine.view.display.find((/** @type {number} */ tile) => pick(mine, tile) !== mine),
      ),
      nearestFree(mine, 0) ?? 0,
      { pin: true },
    ),
    "a",
  );
  assert.ok(sent.pending);
  const table = reducers.snapshot(sent, { game: "g", seq: sent.seq, view: GAME.start, restored: true });
  assert.deepEqual([table.log, table.pending, table.start, table.view], [[], null, null, GAME.start]);
});

test("every event leads to the view that Python gives", () => {
  for (const { start, steps } of GAMES) {
    let view = start;
    for (const step of steps) {
      view = applyEvent(view, step.event);
      assert.deepEqual(view, step.view);
    }
  }
});

test("the first moment can be told from any later one", () => {
  for (const { start, steps } of GAMES) {
    const { over, objective } = { over: steps.at(-1).view, objective: start.objective };
    const dealt = { ...over, first: start.first, order: start.display, animals: start.columns };
    const seat = over.objectives?.indexOf(objective) ?? -1;
    assert.deepEqual(startOf(dealt, { seat: seat < 0 ? null : seat, isOpen: false }), start);
  }
});

test("an event out of order changes nothing", () => {
  const table = tableAfter(0);
  assert.equal(reducers.event(table, { seq: 2, at: "", event: GAME.steps[1].event, action_id: null }), table);
});

test("a tile comes to the hand over the free face that is nearest, and can be placed at once", () => {
  const table = tableAfter(BEFORE_MINE[3]);
  const tile = table.view?.display[table.view.taken.indexOf(null)] ?? 0;
  const covered = FACES_AROUND.map((_, face) => face).filter(
    (face) => table.view && !isFree(table.view, ME, face),
  );
  assert.equal(covered.length, 3);
  for (const face of covered) {
    const held = pick(table, tile, face);
    const over = held.held?.face ?? -1;
    const far = stepsBetween(face, over);
    const isNearer = (/** @type {number} */ other) =>
      !covered.includes(other) && stepsBetween(face, other) < far;
    assert.ok(canPlace(held) && !covered.includes(over) && !FACES_AROUND.some((_, other) => isNearer(other)));
    FACES_AROUND[face].forEach((other, slot) => {
      if (!covered.includes(other)) assert.equal(nearestFree(held, face, slot), other, "the one pointed at");
    });
  }
});

test("on a covered face the keyboard has the tile beside it, and goes on from there", () => {
  const table = tableAfter(BEFORE_MINE[1]);
  const tile = table.view?.display[table.view.taken.indexOf(null)] ?? 0;
  const [[, covered]] = table.view?.placements[ME] ?? [];
  const walked = stepTo(pick(table, tile), covered);
  assert.equal(walked.focus, covered);
  assert.equal(stepsBetween(covered, walked.held?.face ?? covered), 1);
  assert.ok(canPlace(walked));
});

test("a held tile can be turned, aimed and put back freely", () => {
  const table = tableAfter(BEFORE_ME);
  const tile = table.view?.display[0] ?? 0;
  const held = turnHeld(aim(pick(table, tile), 4, { pin: true }), -1);
  assert.deepEqual(held.held, { tile, face: 4, turn: 4, isPinned: true });
  assert.equal(takeBack(held).held, null);
  assert.equal(pick(takeBack(held), tile).held?.turn, 4, "a tile keeps its turn");
});

test("a pinned tile stays when the pointer passes over another face", () => {
  const pinned = aim(pick(tableAfter(BEFORE_ME), tableAfter(BEFORE_ME).view?.display[0] ?? 0), 4, {
    pin: true,
  });
  assert.equal(aim(pinned, 5, { pin: false }).held?.face, 4);
  assert.equal(aim(pinned, 5, { pin: true }).held?.face, 5);
});

test("only the seat that is due can place, and only once", () => {
  const mine = tableAfter(BEFORE_ME);
  const notYet = tableAfter((BEFORE_ME + 1) % GAME.start.players);
  for (const [table, may] of /** @type {const} */ ([
    [mine, true],
    [notYet, false],
  ])) {
    const free = table.view?.taken.indexOf(null) ?? 0;
    const held = aim(pick(table, table.view?.display[free] ?? 0), 11, { pin: true });
    assert.equal(canPlace(held), may);
    if (may) assert.equal(canPlace(confirm(held, "a")), false);
  }
});

test("a refused move leaves the tile in hand", () => {
  const table = tableAfter(BEFORE_ME);
  const held = aim(pick(table, table.view?.display[0] ?? 0), 0, { pin: true });
  const refused = reducers.nack(confirm(held, "a"), { action_id: "a" });
  assert.equal(refused.pending, null);
  assert.deepEqual(refused.held, held.held);
});

test("my own event takes tile and pending act away, another's does not", () => {
  const step = GAME.steps[BEFORE_ME];
  const { tile, face, turn } = step.event;
  const act = { action_id: "a", base: BEFORE_ME, tile, face, turn };
  const sent = resumeAct(tableAfter(BEFORE_ME), act);
  const entry = { seq: sent.seq + 1, at: "", event: step.event };
  assert.equal(reducers.event(sent, { ...entry, action_id: "a" }).pending, null);
  assert.equal(reducers.event(sent, { ...entry, action_id: "a" }).held, null);
  assert.deepEqual(reducers.event(sent, { ...entry, action_id: "b" }).pending, act);
});

test("the sheet goes down with my move and when it is my move again, but never from under the talk", () => {
  const table = tableAfter(BEFORE_ME);
  const held = { ...aim(pick(table, table.view?.display[0] ?? 0), 0, { pin: true }), isSheetUp: true };
  assert.equal(confirm(held, "a").isSheetUp, false);
  const before = { ...tableAfter(BEFORE_MINE[1] - 1), isSheetUp: true };
  const step = GAME.steps[BEFORE_MINE[1] - 1];
  assert.equal(hear(before, step).isSheetUp, false);
  assert.equal(hear({ ...before, tab: "races" }, step).isSheetUp, false);
  assert.equal(hear({ ...before, tab: "talk" }, step).isSheetUp, true);
  const others = { ...tableAfter(BEFORE_ME), isSheetUp: true };
  assert.equal(hear(others, GAME.steps[BEFORE_ME]).isSheetUp, true, "it is not my move after my own");
});

test("a tile that somebody takes slips out of my hand", () => {
  const table = tableAfter(0);
  const next = GAME.steps[0].event;
  assert.notEqual(next.seat, ME, "the vectors begin with somebody else");
  assert.equal(hear(pick(table, next.tile), GAME.steps[0]).held, null);
});

test("every moment can be looked back at and left again", () => {
  const table = endCeremony(tableAfter(20));
  for (const seq of [0, 7, 19]) {
    const past = seq === 0 ? GAME.start : GAME.steps[seq - 1].view;
    assert.deepEqual(viewOnShow(lookBack(table, seq)), past);
  }
  assert.deepEqual(viewOnShow(lookBack(lookBack(table, 3), 20)), table.view);
});

test("history learnt later joins up with what came meanwhile", () => {
  const late = reducers.snapshot(reducers.welcome(newTable(), { role: "watcher", seat: null }), {
    game: "g",
    seq: 10,
    view: GAME.steps[9].view,
  });
  const log = GAME.steps
    .slice(0, 11)
    .map((/** @type {any} */ step, /** @type {number} */ i) => ({ seq: i + 1, at: "", event: step.event }));
  const known = learnHistory(hear(hear(late, GAME.steps[10]), GAME.steps[11]), GAME.start, log);
  assert.deepEqual(
    known.log.map(({ seq }) => seq),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  );
});

test("a planet brought forward goes back with a second press", () => {
  const table = tableAfter(3);
  const other = (ME + 1) % 3;
  const front = bringForward(table, other);
  assert.equal(seatInFront(front), other);
  assert.equal(seatInFront(bringForward(front, other)), ME);
});

test("another game starts with an empty log and nothing in hand", () => {
  const table = reducers.snapshot(pick(tableAfter(4), GAME.steps[3].view.display[0]), {
    game: "h",
    seq: 0,
    view: GAME.start,
  });
  assert.equal(table.log.length, 0);
  assert.equal(table.start, GAME.start);
});

test("muted talk is neither counted nor lost", () => {
  const said = { id: 1, seat: 1, name: "Jonas", text: "hm", at: "", watchers: false };
  const muted = reducers.said(toggleMute(newTable(), "Jonas"), said);
  assert.equal(muted.unread, 0);
  assert.equal(muted.talk.length, 1);
  assert.equal(reducers.said(newTable(), said).unread, 1);
});
