/** Nothing about an award is told before its card, and nothing about the result before all is counted: to nobody. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { logPanel } from "../../static/js/panels/log.js";
import { trackPanel } from "../../static/js/panels/track.js";
import { status } from "../../static/js/panels/worlds.js";
import { endCeremony, nextInCeremony, untoldAwards } from "../../static/js/state/awards.js";
import { viewOnShow } from "../../static/js/state/looking.js";
import { reducers } from "../../static/js/state/messages.js";
import { newTable } from "../../static/js/state/table.js";
import { newsOf } from "../../static/js/texts/news.js";
import { makeAnnouncer } from "../../static/js/ui/announcer.js";
import { readTexts } from "./catalogue.js";
import { vectors } from "./vectors.js";

/** @typedef {import("../../static/js/state/table.js").TableState} TableState */

await readTexts({ "spoken.sentence": "{text}." });

/** For two, three and four. */
const GAMES = vectors("games").filter(
  (/** @type {any} */ { audience }, /** @type {number} */ i) => audience === null && i % 8 === 0,
);

/** A watcher's table after each event of a whole game. @param {any} game @returns {TableState[]} */
function tablesOf(game) {
  const tables = [
    reducers.snapshot(reducers.welcome(newTable(), { role: "watcher", seat: null }), {
      game: "g",
      seq: 0,
      view: game.start,
    }),
  ];
  for (const [i, { event }] of game.steps.entries())
    tables.push(reducers.event(tables[i], { seq: i + 1, at: "", event, action_id: null }));
  return tables;
}

/** All words of a description. @param {any} piece @returns {string} */
const wordsOf = (piece) =>
  typeof piece === "string" ? piece : (piece?.children ?? []).map(wordsOf).join(" ");

const hands = /** @type {any} */ ({ update() {} });
const AWARD = /log\.(chose|tied|nobody|to_box|moved)\w*/g;
const count = (/** @type {string} */ text) => text.match(AWARD)?.length ?? 0;

/** A ceremony from its first step on to after its end. @param {TableState} table */
function* steps(table) {
  let now = table;
  while (now.ceremony) {
    yield now;
    now = nextInCeremony(now);
  }
  yield now;
}

test("view, log, track and races tell an award when its card does", () => {
  for (const table of GAMES.flatMap(tablesOf)) {
    if (!table.ceremony) continue;
    for (const now of steps(table)) {
      const view = viewOnShow(now);
      const untold = untoldAwards(now);
      assert.ok(view && table.view);
      assert.equal(view.awards.length, table.view.awards.length - untold.length);
      assert.equal(count(wordsOf(logPanel(now, hands))), countedIn(table, view.awards.length));
      assert.equal(count(wordsOf(trackPanel(now, view))), view.awards.length);
      for (const { animal } of untold) assert.ok(!view.columns.flat().includes(animal));
      if (now.ceremony) assert.deepEqual([view.winners, view.scores, view.objectives], [null, null, null]);
      else assert.equal(view, now.view);
    }
  }
});

/** How many of the awards told are in the log, which begins with the table. @param {TableState} table @param {number} told */
const countedIn = (table, told) =>
  Math.min(told, table.log.flatMap(({ event }) => (event.kind === "move" ? event.then : [])).length);

test("the track keeps a place for every animal while its card is awaited", () => {
  const cards = (/** @type {TableState} */ state) => {
    const view = viewOnShow(state);
    return view && JSON.stringify(trackPanel(state, view)).match(/card-stack/g)?.length;
  };
  for (const table of tablesOf(GAMES[0]).filter((one) => one.ceremony)) {
    const all = cards(endCeremony(table));
    const moved = table.ceremony?.cards.filter((one) => one.seat === null && one.round < 12).length ?? 0;
    assert.equal(cards(table), Number(all) - moved); // those that move on stand in the next round as well then
  }
});

test("nobody is called the winner before everybody's points are told", () => {
  const last = /** @type {TableState} */ (tablesOf(GAMES[0]).at(-1));
  const { view } = last;
  assert.ok(view?.winners);
  const told = (/** @type {TableState} */ state) => {
    const shown = viewOnShow(state);
    return shown && [0, 1].map((seat) => status(state, shown, seat)).includes("worlds.won");
  };
  const counting = endCeremony(last);
  assert.equal(told(last), false);
  assert.equal(told({ ...counting, revealed: view.players - 1 }), false);
  assert.equal(told({ ...counting, revealed: view.players }), true);
});

test("a screen reader hears each award with its card, and who wins after the count", () => {
  const tables = tablesOf(GAMES[0]);
  const last = /** @type {TableState} */ (tables.at(-1));
  const heard = newsOf(endCeremony(/** @type {TableState} */ (tables.at(-2))), last).join(" ");
  assert.match(heard, /log\.placed/);
  assert.match(heard, /head\.over/);
  assert.equal(count(heard), 0);
  assert.doesNotMatch(heard, /end\./);
  let before = last;
  for (const now of steps(last)) {
    const isTold = untoldAwards(now).length < untoldAwards(before).length;
    assert.equal(count(newsOf(before, now).join(" ")), Number(isTold));
    before = now;
  }
  assert.deepEqual(newsOf(before, { ...before, revealed: 1 }), []);
  assert.match(
    newsOf(before, { ...before, revealed: last.view?.players ?? 0 }).join(" "),
    /end\.(wins|shared)/,
  );
});

test("a screen reader hears of each new round, and of a game that is given up", () => {
  const tables = tablesOf(GAMES[0]);
  const rounds = tables.flatMap((now, i) => {
    if (i === 0) return [];
    const isHeard = newsOf(tables[i - 1], now)
      .join(" ")
      .includes("table.round_begins");
    assert.equal(isHeard, now.view?.round !== tables[i - 1].view?.round && !now.view?.over, `after ${i}`);
    return isHeard ? [i] : [];
  });
  assert.equal(rounds.length, 11);
  const table = endCeremony(tables[3]);
  const ended = reducers.event(table, {
    seq: 4,
    at: "",
    event: { kind: "abandoned" },
    action_id: null,
  });
  assert.equal(newsOf(table, ended)[0], "log.abandoned");
});

test("of another game than the one that was on the table nothing is told as news", () => {
  const tables = tablesOf(GAMES[0]).map(endCeremony);
  assert.notEqual(newsOf(tables[3], tables[5]).length, 0);
  assert.deepEqual(newsOf({ ...tables[3], game: "the one before" }, tables[5]), []);
  assert.deepEqual(newsOf(tables[3], { ...tables[5], view: null }), []);
});

test("after several events at once it is told once whose move it is", () => {
  const tables = tablesOf(GAMES[0]);
  const later = tables.findIndex((one, i) => i > 3 && one.view?.due === 0 && !one.ceremony);
  const [before, now] = [tables[later - 3], tables[later]].map((one) => ({ ...endCeremony(one), me: 0 }));
  const heard = newsOf(before, now).join(" ");
  assert.equal(heard.match(/log\.placed/g)?.length, 3);
  assert.equal(heard.match(/table\.your_move_told/g)?.length, 1);
});

test("whose move it is comes after the last award of the round, once", () => {
  const tables = tablesOf(GAMES[0]).map((table) => ({ ...table, me: table.view?.due ?? null }));
  const at = tables.findIndex((one) => (one.ceremony?.cards.length ?? 0) > 1 && one.me !== null);
  const heard = [];
  let before = /** @type {TableState} */ ({ ...endCeremony(tables[at - 1]), me: tables[at].me });
  for (const now of steps(tables[at])) {
    heard.push(...newsOf(before, now));
    before = now;
  }
  const yours = heard.flatMap((text, i) => (text === "table.your_move_told" ? [i] : []));
  assert.deepEqual(yours, [heard.findLastIndex((text) => count(text) > 0) + 1]);
  assert.equal(heard.filter((text) => count(text) > 0).length, tables[at].ceremony?.cards.length);
});

test("what quick bots do at once is all heard, my own move first and whose move it is last", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const place = { textContent: "" };
  const announcer = makeAnnouncer(place);
  const moves = ["mine.", ...Array.from({ length: 7 }, (_, i) => `bot ${i}.`)];
  for (const move of moves) announcer.tell([move]);
  announcer.tell(["table.your_move_told"]);
  announcer.tell(["first card.", "second card.", "third card."]);
  context.mock.timers.tick(1000);
  assert.equal(
    place.textContent,
    [...moves, "first card.", "second card.", "third card.", "table.your_move_told"].join(" "),
  );
});

test("whoever skips hears at once what was still to come", () => {
  const table = tablesOf(GAMES[0]).find((one) => (one.ceremony?.cards.length ?? 0) > 1);
  assert.ok(table?.ceremony);
  assert.equal(newsOf(table, endCeremony(table)).length, table.ceremony.cards.length);
});

test("after a lost line the awards missed come on their cards, and a ceremony that runs goes on", () => {
  const tables = tablesOf(GAMES[0]);
  const at = tables.findIndex((one) => (one.ceremony?.cards.length ?? 0) > 1);
  const { view, ceremony, seq } = tables[at];
  assert.ok(view && ceremony);
  const back = reducers.snapshot(tables[at - 1], { game: "g", seq, view });
  assert.deepEqual(
    untoldAwards(back).map((one) => one.animal),
    ceremony.cards.map((one) => one.animal),
  );
  const going = nextInCeremony(tables[at]);
  assert.equal(reducers.snapshot(going, { game: "g", seq, view }).ceremony, going.ceremony);
  assert.equal(reducers.snapshot(newTable(), { game: "g", seq, view }).ceremony, null);
});

test("of several answers to keys the last is said, of news nothing is lost, and the same again can be heard", async () => {
  const place = { textContent: /** @type {string | null} */ ("") };
  const announcer = makeAnnouncer(place);
  const said = () => new Promise((resolve) => setTimeout(() => resolve(place.textContent), 150));
  announcer.answer("Face 1.");
  announcer.tell(["Panda chose you."]);
  announcer.answer("Face 2.");
  assert.equal(await said(), "Panda chose you. Face 2.");
  announcer.answer("Panda chose you. Face 2.");
  assert.equal(await said(), "Panda chose you. Face 2.\u00a0");
});
