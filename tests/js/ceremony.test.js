/** The award ceremony: claims counted smallest first, what glows is what counts, and animals arrive when decided. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { HABITATS } from "../../static/js/generated/facts.js";
import { claim, claimed, planetFrom } from "../../static/js/rules/planet.js";
import { endCeremony, nextInCeremony } from "../../static/js/state/awards.js";
import { animalsOf, cardOnShow, litAreas } from "../../static/js/state/lit.js";
import { isEndOnShow, seatInFront } from "../../static/js/state/looking.js";
import { reducers } from "../../static/js/state/messages.js";
import { newTable } from "../../static/js/state/table.js";
import { vectors } from "./vectors.js";

const stillness = { matches: false };
const page = { hidden: false };
Object.assign(globalThis, { window: globalThis, document: page, matchMedia: () => stillness });
const { leadCeremony } = await import("../../static/js/table/ceremony.js");

mock.timers.enable({ apis: ["setTimeout"] });

const GAME = vectors("games").find((/** @type {any} */ game) => game.audience === null);

/** A watcher's table after each event of a whole game. @type {import("../../static/js/state/table.js").TableState[]} */
const TABLES = [
  reducers.snapshot(reducers.welcome(newTable(), { role: "watcher", seat: null }), {
    game: "g",
    seq: 0,
    view: GAME.start,
  }),
];
for (const [i, { event }] of GAME.steps.entries())
  TABLES.push(reducers.event(TABLES[i], { seq: i + 1, at: "", event, action_id: null }));

test("what glows for a claim is as large as the claim", () => {
  const planet = planetFrom(TABLES.at(-1)?.view?.planets[0] ?? "");
  for (const habitat of HABITATS)
    for (const other of HABITATS.replace(habitat, ""))
      for (const requirement of [`${habitat}+${other}`, `${habitat}-${other}`])
        assert.equal(claimed(planet, requirement).length, claim(planet, requirement)[0] ?? 0);
});

test("a round's awards are counted one by one and end by themselves", () => {
  const table = TABLES.find((one) => (one.ceremony?.cards.length ?? 0) > 1);
  assert.ok(table?.ceremony && table.view);
  const { cards } = table.ceremony;
  let now = table;
  for (const { animal, claims } of cards) {
    for (let step = 0; step <= claims.length; step++) {
      const card = cardOnShow(now);
      assert.equal(card?.award.animal, animal);
      assert.equal(card?.counted.length, step);
      const entries = card?.counted.map((seat) => claims[seat][0] ?? 0) ?? [];
      assert.deepEqual(
        entries,
        [...entries].sort((a, b) => a - b),
      );
      now = nextInCeremony(now);
    }
    assert.equal(cardOnShow(now)?.isDecided, true);
    now = nextInCeremony(now);
  }
  assert.equal(now.ceremony, null);
});

test("an animal lives with its winner from the moment it is decided, and a watcher looks there", () => {
  const table = TABLES.find((one) => one.ceremony?.cards[0].seat !== null && one.ceremony);
  assert.ok(table?.ceremony);
  const { seat, animal } = table.ceremony.cards[0];
  const has = (/** @type {typeof table} */ state) =>
    animalsOf(state, Number(seat)).some((award) => award.animal === animal);
  let now = table;
  assert.equal(has(now), false);
  while (!cardOnShow(now)?.isDecided) now = nextInCeremony(now);
  assert.equal(has(now), true);
  assert.equal(seatInFront(now), seat);
  assert.ok(litAreas(now, Number(seat)).length > 0);
  assert.equal(has(endCeremony(table)), true);
});

test("the end waits for the last awards, and turns to the planet whose secret is told", () => {
  const last = TABLES.at(-1);
  assert.ok(last?.ceremony && last.view?.scores);
  assert.equal(isEndOnShow(last), false);
  const end = endCeremony(last);
  assert.equal(isEndOnShow(end), true);
  const lowest = Math.min(...last.view.scores.map((score) => score.total));
  const first = seatInFront({ ...end, revealed: 1 });
  assert.equal(last.view.scores.find((score) => score.seat === first)?.total, lowest);
  const secret = last.view.objectives?.[first] ?? "";
  const lit = litAreas({ ...end, revealed: 1 }, first);
  assert.equal(lit.length, last.view.planets[first].split(secret).length - 1);
  assert.equal(seatInFront({ ...end, revealed: last.view.players }), last.view.winners?.[0]);
});

test("whoever watches still sees who has just moved", () => {
  const table = TABLES[1];
  const { seat } = GAME.steps[0].event;
  assert.equal(seatInFront(table), seat);
  assert.equal(seatInFront({ ...table, mover: null }), table.view?.due);
});

/** A ceremony that goes on by itself; how far it is after so many ms: card and step, or null at its end. */
function led() {
  /** @typedef {import("../../static/js/state/table.js").TableState} TableState */
  const table = /** @type {TableState} */ (TABLES.find((one) => (one.ceremony?.cards.length ?? 0) > 1));
  let state = table;
  let changes = 0;
  const update = (/** @type {(now: TableState) => TableState} */ change) => {
    state = change(state);
    changes++;
  };
  const actions = /** @type {any} */ ({ get: () => state, update });
  leadCeremony(actions);
  return {
    cards: table.ceremony?.cards ?? [],
    changes: () => changes,
    again: () => leadCeremony(actions),
    after(/** @type {number} */ ms) {
      for (let passed = 0; passed < ms; passed++) mock.timers.tick(1); // so that what is set meanwhile begins then
      return state.ceremony && [state.ceremony.card, state.ceremony.step];
    },
  };
}

/** @param {{isStill?: boolean, isHidden?: boolean}} how @param {(ceremony: ReturnType<typeof led>) => void} look */
function timed({ isStill = false, isHidden = false }, look) {
  stillness.matches = isStill;
  page.hidden = isHidden;
  const ceremony = led();
  look(ceremony);
  ceremony.after(20_000);
}

test("half of a card's time counts the claims, the other half shows who has it", () => {
  timed({}, ({ cards, after, changes }) => {
    const seats = cards[0].claims.length;
    const step = 1200 / (seats + 1);
    for (let counted = 1; counted <= seats + 1; counted++) {
      assert.deepEqual(after(step - 1), [0, counted - 1]);
      assert.deepEqual(after(1), [0, counted]);
    }
    assert.deepEqual(after(1199), [0, seats + 1]);
    assert.deepEqual(after(1), [1, 0]);
    assert.equal(after(2400 * (cards.length - 1) - 1) === null, false);
    assert.equal(after(1), null);
    const made = changes();
    after(10_000);
    assert.equal(changes(), made);
  });
});

test("for whoever wants stillness each card is decided as it comes, and stays as long", () => {
  timed({ isStill: true }, ({ cards, after }) => {
    const decided = cards[0].claims.length + 1;
    assert.deepEqual(after(0), [0, decided]);
    assert.deepEqual(after(2399), [0, decided]);
    assert.deepEqual(after(1), [1, cards[1].claims.length + 1]);
  });
});

test("a page out of sight tells no ceremony, and to ask again does not make it faster", () => {
  timed({ isHidden: true }, ({ after }) => assert.equal(after(0), null));
  timed({}, ({ cards, again, after }) => {
    again();
    again();
    assert.deepEqual(after(1200 / (cards[0].claims.length + 1)), [0, 1]);
  });
});
