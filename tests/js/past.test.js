/** A game's past: from a whole record, through anybody's eyes, at every ply what they saw then; and the ways through it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { unfold } from "../../static/js/net/layout.js";
import { briefOf, recordsIn } from "../../static/js/pages/replay/files.js";
import { momentBar } from "../../static/js/panels/moment.js";
import { replayPanel } from "../../static/js/panels/replay.js";
import { pastOf } from "../../static/js/rules/history.js";
import { readRecord } from "../../static/js/rules/record.js";
import { seatInFront, viewOnShow } from "../../static/js/state/looking.js";
import {
  awardsOf,
  lastPly,
  lookBack,
  moveOnShow,
  plyOfAward,
  plyOnShow,
  roundEdge,
  showPly,
} from "../../static/js/state/past.js";
import { newTable } from "../../static/js/state/table.js";
import { makePastActions } from "../../static/js/table/past-actions.js";
import { playOn } from "../../static/js/table/playing.js";
import { vectors } from "./vectors.js";

/** @typedef {import("../../static/js/state/table.js").TableState} TableState */

const { records, pasts } = vectors("records");

/** @param {number} number */
async function pastAt(number) {
  const { record, wrong } = await readRecord(JSON.stringify(records[number]));
  assert.deepEqual(wrong, []);
  assert.ok(record);
  return { record, past: pastOf(record) };
}

/** A replay of a record, seen by a seat. @param {number} number @param {number | null} [seat] @param {boolean} [isOpen] @returns {Promise<TableState>} */
async function replayOf(number, seat = null, isOpen = false) {
  const { past } = await pastAt(number);
  const start = past.startFor({ seat, isOpen });
  const seq = past.log.length;
  const players = past.players.map(({ name, bot }, at) => ({ seat: at, name, bot, presence: "here" }));
  const room = /** @type {any} */ ({ options: { races: true }, seats: players });
  const state = {
    ...newTable(),
    ...past,
    start,
    seq,
    room,
    isReplay: true,
    isEndOpen: false,
    eye: seat,
    reviewSeq: seq,
  };
  return { ...state, view: viewOnShow(state) };
}

test("at every ply of a record each audience sees what it saw then", async () => {
  for (const { record, seat, views } of pasts) {
    const state = await replayOf(record, seat);
    assert.equal(lastPly(state), views.length - 1);
    // Once everybody has left, nobody's move is due.
    if (records[record].ended) views.at(-1).due = null;
    for (const [ply, view] of views.entries()) assert.deepEqual(viewOnShow(showPly(state, ply)), view);
  }
});

test("with secrets shown all habitats and cards are known from the first ply on, and the end is the same", async () => {
  for (const { record, views } of pasts) {
    const state = await replayOf(record, null, true);
    const first = viewOnShow(showPly(state, 0));
    assert.deepEqual(first?.objectives, records[record].objectives);
    assert.deepEqual(first?.columns, records[record].animals);
    const last = viewOnShow(showPly(state, lastPly(state)));
    assert.deepEqual(
      [last?.planets, last?.awards, last?.columns],
      [
        views.at(-1).planets,
        views.at(-1).awards,
        views
          .at(-1)
          .columns.map((/** @type {any} */ column, /** @type {number} */ i) =>
            column.map((/** @type {any} */ card, /** @type {number} */ at) => card ?? last?.columns[i][at]),
          ),
      ],
    );
  }
});

test("plies are gone through one by one, by rounds and to both ends", async () => {
  const state = await replayOf(1);
  const players = state.view?.players ?? 0;
  const at = (/** @type {number} */ ply) => showPly(state, ply);
  assert.equal(plyOnShow(at(17)), 17);
  assert.deepEqual(
    [plyOnShow(at(-3)), plyOnShow(at(999)), plyOnShow(at(Number.POSITIVE_INFINITY))],
    [0, lastPly(state), lastPly(state)],
  );
  assert.equal(moveOnShow(at(0)), null);
  assert.equal(moveOnShow(at(5))?.round, Math.ceil(5 / players));
  for (const [from, by, to] of [
    [0, 1, players],
    [1, 1, players],
    [players, 1, 2 * players],
    [players, -1, 0],
    [players + 1, -1, players],
    [0, -1, 0],
  ])
    assert.equal(roundEdge(at(from), by), to);
  assert.equal(roundEdge(at(lastPly(state)), 1), lastPly(state));
});

test("at the table the last ply is now, and a replay has none", async () => {
  const replay = await replayOf(1);
  const table = { ...replay, isReplay: false, reviewSeq: null };
  assert.equal(showPly(table, lastPly(table)).reviewSeq, null);
  assert.equal(showPly(replay, lastPly(replay)).reviewSeq, replay.seq);
  assert.equal(lookBack(table, null).reviewSeq, null);
  assert.equal(plyOnShow(lookBack(table, null)), lastPly(table));
});

test("a watcher looks at who has moved, a seat at its own planet", async () => {
  const watched = await replayOf(1);
  for (const ply of [1, 2, 9])
    assert.equal(seatInFront(showPly(watched, ply)), moveOnShow(showPly(watched, ply))?.seat);
  assert.equal(seatInFront(showPly(watched, 0)), watched.start?.first);
  const seated = await replayOf(1, 1);
  for (const ply of [1, 2, 9]) assert.equal(seatInFront(showPly(seated, ply)), 1);
});

test("an award is found at the ply that told of it last", async () => {
  const state = await replayOf(1);
  const told = state.view?.awards ?? [];
  for (const { animal } of told) {
    const ply = plyOfAward(state.log, animal) ?? -1;
    const round = told.findLast((award) => award.animal === animal)?.round;
    assert.equal(ply, Number(round) * Number(state.view?.players));
    assert.ok(awardsOf(moveOnShow(showPly(state, ply))).some((award) => award.animal === animal));
  }
  assert.equal(plyOfAward(state.log, "no animal"), null);
});

test("whoever goes elsewhere stops what plays", async () => {
  let state = { ...(await replayOf(1)), isPlaying: true };
  const actions = makePastActions(
    /** @type {any} */ ({
      get: () => state,
      update: (/** @type {any} */ change) => {
        state = change(state);
      },
    }),
  );
  actions.goTo(7);
  assert.deepEqual([plyOnShow(state), state.isPlaying], [7, false]);
  actions.stepMove(-1);
  actions.stepRound(1);
  assert.equal(plyOnShow(state), roundEdge(showPly(state, 6), 1));
  actions.lookBack(0);
  assert.equal(plyOnShow(state), 0);
});

test("the past plays on to its last move, longer where animals are told of, and stays there", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  Object.assign(globalThis, { window: globalThis, document: { hidden: false } });
  let state = await replayOf(1);
  const table = /** @type {any} */ ({
    get: () => state,
    update: (/** @type {(state: TableState) => TableState} */ change) => {
      state = change(state);
    },
  });
  state = { ...showPly(state, lastPly(state) - 1), isPlaying: true };
  playOn(table);
  context.mock.timers.tick(1300);
  assert.deepEqual([plyOnShow(state), state.isPlaying], [lastPly(state), false]);
  state = {
    ...showPly(state, plyOfAward(state.log, state.view?.awards[0].animal ?? "") ?? 0),
    isPlaying: true,
  };
  const told = plyOnShow(state);
  playOn(table);
  context.mock.timers.tick(1300);
  assert.equal(plyOnShow(state), told);
  context.mock.timers.tick(900 * awardsOf(moveOnShow(state)).length);
  assert.equal(plyOnShow(state), told + 1);
  Object.assign(document, { hidden: true });
  context.mock.timers.tick(3000);
  assert.deepEqual([plyOnShow(state), state.isPlaying], [told + 1, false]);
  Reflect.deleteProperty(globalThis, "window");
  Reflect.deleteProperty(globalThis, "document");
});

test("play begins again at the first move after the last", async () => {
  let state = await replayOf(1);
  const actions = makePastActions(
    /** @type {any} */ ({
      get: () => ({ ...state, isPlaying: false }),
      update: (/** @type {(state: TableState) => TableState} */ change) => {
        state = change(state);
      },
    }),
  );
  actions.playOrPause();
  assert.deepEqual([plyOnShow(state), state.isPlaying], [0, true]);
  actions.playOrPause();
  assert.equal(state.isPlaying, false);
});

/** @param {any} piece @param {(piece: any) => boolean} isWanted @returns {any[]} */
function all(piece, isWanted) {
  if (typeof piece !== "object" || piece === null) return [];
  return [
    ...(isWanted(piece) ? [piece] : []),
    ...piece.children.flatMap((/** @type {any} */ child) => all(child, isWanted)),
  ];
}

test("secrets that are not shown stand nowhere in a replay, and shown ones beside every planet", async () => {
  const sheet = unfold(0, 640, 512);
  const hands = /** @type {any} */ ({ net: {}, get: () => null });
  const panel = (/** @type {TableState} */ state, /** @type {boolean} */ isOpen) =>
    replayPanel(showPly(state, 9), hands, sheet, {
      seats: [null, 0, 1],
      seat: null,
      mayOpen: true,
      isOpen,
      choose() {},
    });
  const secrets = (/** @type {any} */ piece) =>
    all(piece, ({ attributes }) => attributes.class === "world-secret");
  const number = records.findIndex(
    (/** @type {any} */ record) => record.objectives && record.variants.includes("mystery") && record.scores,
  );
  assert.equal(secrets(panel(await replayOf(number), false)).length, 0);
  const shown = secrets(panel(await replayOf(number, null, true), true));
  assert.equal(shown.length, records[number].players.length);
  const habitats = shown.flatMap((piece) => all(piece, ({ attributes }) => "data-habitat" in attributes));
  assert.deepEqual(
    habitats.map(({ attributes }) => attributes["data-habitat"]),
    records[number].objectives,
  );
});

test("the bar of the past is there while the past is on show, and its slider stands at the ply", async () => {
  const state = { ...(await replayOf(1)), isReplay: false, reviewSeq: null };
  assert.equal(momentBar(state, /** @type {any} */ ({})), null);
  const [slider] = all(momentBar(showPly(state, 5), /** @type {any} */ ({})), ({ tag }) => tag === "input");
  assert.deepEqual(
    [slider.attributes.min, slider.attributes.value, slider.attributes.max],
    [0, "5", lastPly(state)],
  );
  const [first] = all(momentBar(showPly(state, 0), /** @type {any} */ ({})), ({ tag }) => tag === "input");
  assert.equal(first.attributes.value, "0");
});

test("a text holds one record, or one in each line", () => {
  const one = JSON.stringify(records[0]);
  const other = JSON.stringify(records[1]);
  assert.deepEqual(recordsIn(one), [one]);
  const pretty = JSON.stringify(records[0], null, 2);
  assert.deepEqual(recordsIn(pretty), [pretty]);
  assert.deepEqual(recordsIn(`${one}\r\n\n${other}\n`), [one, other]);
  assert.deepEqual(recordsIn("nonsense\nmore"), ["nonsense\nmore"]);
});

test("a line of many is told by who played, with how many points", () => {
  const players = [{ name: "Maya" }, { name: "Tern" }];
  const told = (/** @type {(number | null)[]} */ ...points) =>
    players.map(({ name }, seat) => ({ name, points: points[seat] }));
  const over = JSON.stringify({ players, scores: [{ total: 18 }, { total: 0 }] });
  assert.deepEqual(briefOf(over), { seats: told(18, 0), isFork: false });
  const strange = JSON.stringify({ players, scores: [{ total: "many" }], fork: {} });
  assert.deepEqual(briefOf(strange), { seats: told(null, null), isFork: true });
  assert.deepEqual([briefOf("{"), briefOf("{}"), briefOf('{"players": 3}')], [null, null, null]);
});
