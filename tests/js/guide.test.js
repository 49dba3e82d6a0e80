/** What the first game says and when, what it proposes, and where a hint stands. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { advise, asShown, facesShown, joined } from "../../static/js/guide/advice.js";
import { acted, nextHint, saidBefore } from "../../static/js/guide/hints.js";
import { discIn, distance, overlap, placeHint } from "../../static/js/guide/place.js";
import { lay } from "../../static/js/rules/planet.js";
import { aim, pick, turnHeld } from "../../static/js/state/placing.js";
import { newTable } from "../../static/js/state/table.js";

const BARE = ".".repeat(60);
const TILES = ["DDDOM", "OOOGD", "FFFOG", "DMMMD", "GGGFD"];
const LANGUAGES = ["de", "en", "es", "fr", "it", "nl", "pl", "pt", "ru"];
/** What is no hint: names of buttons, what is said of the deal. */
const NOT_SPOKEN = ["title", "close", "off", "on", "key", "back", "known"];
const MOST_WORDS = { en: [12, 150] };
const FILLED = {
  wish: "biggest glacier that does not touch mountain",
  habitat: "mountain",
  other: "mountain",
  count: "3",
  round: "10",
  Animal: "Snow leopard",
};

/** The view of seat 0 of three. @param {object} [changes] @returns {any} */
const viewWith = (changes) => ({
  tiles: TILES,
  thresholds: Object.fromEntries([..."OFDMG"].map((habitat) => [habitat, [[4, 1]]])),
  players: 3,
  round: 1,
  due: 0,
  over: false,
  display: [0, 1, 2, 3, 4],
  taken: [null, null, null, null, null],
  planets: [BARE, BARE, BARE],
  placements: [[], [], []],
  columns: [["M+D"], ["M-D"], ["M#"], ...Array.from({ length: 7 }, () => [])],
  awards: [],
  ...changes,
});

/** @param {object} [changes] @returns {any} */
const tableWith = (changes) => ({ ...newTable(), me: 0, game: "g", view: viewWith(changes) });
const PROPOSAL = { tile: 3, face: 0, turn: 0 };

const box = (/** @type {number[]} */ ...[left, top, width, height]) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** @param {any} state @param {string[]} said @param {object} [memory] */
const keyOf = (state, said = [], memory = {}) =>
  nextHint(state, { said, advice: PROPOSAL, isOwnWay: false, ...memory })?.key;

/** @param {string} lang @returns {[string, string][]} */
function hintsIn(lang) {
  const { guide } = JSON.parse(
    readFileSync(new URL(`../../app/texts/${lang}.json`, import.meta.url), "utf8"),
  );
  return /** @type {[string, string][]} */ (Object.entries(guide)).filter(
    ([key]) => !NOT_SPOKEN.includes(key) && !/_(one|few|many)$/.test(key),
  );
}

/** @param {string} text */
const words = (text) =>
  text.replace(/\{(\w+)(?:\.\w+)?\}/g, (_, name) => FILLED[/** @type {"wish"} */ (name)]).split(/\s+/).length;

test("a hint has at most twelve words, all of them at most 150; a little more in other languages", () => {
  for (const lang of LANGUAGES) {
    const [most, together] = MOST_WORDS[/** @type {"en"} */ (lang)] ?? [16, 175];
    const counts = hintsIn(lang).map(([key, text]) => /** @type {const} */ ([key, words(text)]));
    assert.deepEqual(
      counts.filter(([, count]) => count > most),
      [],
      lang,
    );
    const sum = counts.reduce((sum, [, count]) => sum + count, 0);
    assert.ok(sum <= together, `${lang}: ${sum} words`);
  }
});

test("the first move: take the tile, turn it, place it", () => {
  const table = tableWith();
  assert.equal(keyOf(table), "take");
  const held = aim(pick(table, 3), 0, { pin: true });
  assert.equal(keyOf(held), "turn");
  assert.equal(keyOf(turnHeld(held, 1)), "place");
  assert.equal(keyOf(tableWith({ due: 1, placements: [[PROPOSAL], [], []] })), "bots");
});

test("another tile is as welcome: nothing asks for the proposed one once a tile is in hand", () => {
  assert.equal(keyOf(pick(tableWith(), 1)), "turn");
  const after = tableWith({ due: 1, placements: [[[1, 0, 0]], [], []] });
  assert.equal(keyOf(after, saidBefore(after.view, 0), { isOwnWay: true, advice: null }), "own_way");
});

test("the second move: a region glows as soon as like meets like", () => {
  const planets = [lay(BARE, "DDDOM", 0, 0), BARE, BARE];
  const table = tableWith({
    round: 2,
    planets,
    placements: [[[0, 0, 0]], [], []],
    taken: [0, null, null, null, null],
  });
  assert.equal(keyOf(table, ["bots"]), "grow");
  const held = aim(pick(table, 3), 1, { pin: true });
  const hints = [0, 1, 2, 3, 4].map((turns) => keyOf(turnHeld(held, turns), ["bots"]));
  assert.deepEqual([...new Set(hints)].sort(), ["meet", "region"]);
  const strange = aim(pick({ ...table, view: { ...table.view, tiles: ["DDDOM", "GGGGF"] } }, 1), 1, {
    pin: true,
  });
  assert.equal(keyOf(strange, ["bots"]), undefined, "no turn would join it");
});

test("the third round: the animal, its kind, its race, and what a place would change", () => {
  const table = tableWith({
    round: 3,
    placements: [
      [
        [0, 0, 0],
        [1, 1, 0],
      ],
      [],
      [],
    ],
  });
  const said = ["bots"];
  for (const key of ["animal", "touching", "race"]) {
    assert.equal(keyOf(table, said), key);
    said.push(key);
  }
  assert.equal(keyOf(table, said), undefined);
  assert.equal(keyOf(pick(table, 3), said), "try");
  const tried = nextHint(pick(table, 3), { said, advice: PROPOSAL, isOwnWay: false });
  assert.equal(tried?.at.at(-1), ".race .race-course", "on a phone this round's race may be out of sight");
});

test("each kind of animal is explained when it first comes, and so is a tie", () => {
  const said = ["bots", "animal", "touching", "race", "card", "award", "award_you"];
  assert.equal(keyOf(tableWith({ round: 4 }), said), "not_touching");
  assert.equal(keyOf(tableWith({ round: 5 }), said), "most");
  const awards = [{ round: 5, animal: "M#", seat: null, claims: [[2], [2], [1]] }];
  assert.equal(keyOf(tableWith({ round: 6, awards }), said), "tie");
  const nobody = [{ round: 5, animal: "M#", seat: null, claims: [[0], [0], [0]] }];
  assert.equal(keyOf(tableWith({ round: 6, awards: nobody }), said), undefined);
});

test("an award is told by whose it is, and only once", () => {
  const mine = { round: 3, animal: "M+D", seat: 0, claims: [[3], [1], [0]] };
  const said = ["bots", "not_touching", "race", "animal", "card"];
  assert.equal(keyOf(tableWith({ round: 4, awards: [mine] }), said), "award_you");
  assert.equal(keyOf(tableWith({ round: 4, awards: [{ ...mine, seat: 1 }] }), said), "award");
  assert.equal(keyOf(tableWith({ round: 4, awards: [mine] }), [...said, "award_you"]), undefined);
});

test("a tie says to which round the animal moves, an award of mine points at its region", () => {
  const columns = [[], [], [], [], [], ["M#"], [], [], [], []];
  const awards = [{ round: 5, animal: "M#", seat: null, claims: [[2], [2], [1]] }];
  const hintOf = (/** @type {object} */ view) =>
    nextHint(tableWith(view), { said: ["race", "card", "animal"], advice: null, isOwnWay: false });
  assert.equal(hintOf({ round: 6, awards, columns })?.words?.round, 8);
  const planets = [lay(BARE, "MMMMD", 4, 0), BARE, BARE];
  const mine = [{ ...awards[0], seat: 0 }];
  assert.equal(hintOf({ round: 6, awards: mine, columns, planets })?.face, 4);
});

test("once the first animal has a home, it says that a card tells more of each", () => {
  const said = ["bots", "animal", "touching", "not_touching", "race", "award", "award_you"];
  assert.equal(keyOf(tableWith({ round: 3 }), said), undefined);
  const hint = nextHint(tableWith({ round: 4 }), { said, advice: null, isOwnWay: false });
  assert.deepEqual([hint?.key, hint?.at], ["card", [".race-animal"]]);
});

test("nothing is said while a card speaks, or to a watcher, or of a moment gone by", () => {
  const card = { cards: [], card: 0, step: 0 };
  for (const quiet of [{ ceremony: card }, { me: null }, { reviewSeq: 3 }])
    assert.equal(keyOf({ ...tableWith(), ...quiet }), undefined);
});

test("on another device the game itself tells what was said", () => {
  const awards = [{ round: 3, animal: "M+D", seat: 0, claims: [[3], [1], [0]] }];
  const placements = [
    [
      [0, 0, 0],
      [1, 1, 0],
      [2, 2, 0],
      [3, 3, 0],
    ],
    [],
    [],
  ];
  const { view } = tableWith({ round: 5, awards, placements });
  const said = saidBefore(view, 0);
  assert.ok(["take", "bots", "region", "animal", "touching", "award_you"].every((key) => said.includes(key)));
  assert.equal(keyOf({ ...tableWith(), view }, said), "most");
  assert.deepEqual(saidBefore(viewWith(), 0), []);
});

test("at the end it says what a secret habitat would have brought", () => {
  const planets = [lay(BARE, "DDDDM", 0, 0), BARE, BARE];
  const table = { ...tableWith({ over: true, due: null, round: 12, planets }), revealed: 3 };
  const hint = nextHint(table, { said: [], advice: null, isOwnWay: false });
  assert.equal(hint?.key, "end");
  assert.deepEqual(hint?.words, { habitat: { noun: "habitats.D" }, count: 1 });
});

test("the proposal leads the next race, and grows what is there", () => {
  assert.equal(advise(tableWith().view, 0, 0)?.tile, 3, "most mountain beside desert");
  const columns = Array.from({ length: 10 }, () => []);
  const planets = [lay(BARE, "GGGGF", 0, 0), BARE, BARE];
  assert.equal(advise(tableWith({ columns, planets }).view, 0, 0)?.tile, 4, "the glacier grows most");
});

test("a hint covers neither what it points at nor a wall, and stands near", () => {
  const room = { width: 360, height: 640 };
  const target = { left: 140, top: 500, right: 210, bottom: 570 };
  const walls = [
    { left: 0, top: 480, right: 360, bottom: 640 },
    { left: 0, top: 0, right: 360, bottom: 56 },
  ];
  const place = placeHint([{ width: 300, height: 60 }], target, walls, [], room);
  assert.ok(place);
  for (const wall of [target, ...walls]) assert.equal(overlap(place.box, wall), 0);
  assert.ok(place.box.bottom > 440);
});

test("a narrower hint is taken where a wide one does not fit, and none where nothing does", () => {
  const walls = [{ left: 0, top: 0, right: 200, bottom: 300 }];
  const sizes = [
    { width: 250, height: 40 },
    { width: 80, height: 90 },
  ];
  assert.equal(placeHint(sizes, null, walls, [], { width: 300, height: 300 })?.size, 1);
  assert.equal(placeHint(sizes, null, walls, [], { width: 250, height: 300 }), null);
});

test("in the second round the proposal joins what is there, by a turn", () => {
  const planets = [lay(BARE, "DDDOM", 0, 0), BARE, BARE];
  const found = advise(viewWith({ round: 2, planets }), 0, 0);
  assert.ok(found && found.turn > 0);
  assert.ok(joined(lay(planets[0], TILES[found.tile], found.face, found.turn), found.face).length > 0);
});

test("a proposal lies as the tile will once taken: in the second round as it comes, to be turned by hand", () => {
  const advice = { tile: 3, face: 1, turn: 2 };
  assert.deepEqual(asShown(tableWith({ round: 3 }), advice), advice);
  assert.equal(asShown(tableWith({ round: 2 }), advice).turn, 0);
  assert.equal(asShown({ ...tableWith({ round: 2 }), turns: { 3: 4 } }, advice).turn, 4);
});

test("what stays in sight: the tile in hand, the region it joins, and what lies beside it", () => {
  const placements = [
    [
      [0, 0, 0],
      [1, 11, 0],
    ],
    [],
    [],
  ];
  const table = tableWith({ round: 3, placements });
  assert.deepEqual(facesShown(table), []);
  assert.deepEqual(facesShown({ ...table, shown: { placement: { face: 1 }, areas: [] } }), [1, 0]);
  const held = aim(pick(table, 3), 2, { pin: true });
  assert.deepEqual(facesShown({ ...held, shown: { placement: null, areas: [10, 11, 55] } }), [2, 11, 0]);
});

test("what is only read waits for a move, another tile, or the other face that it asks for", () => {
  const [over, beside] = [1, 2].map((face) => aim(pick(tableWith(), 3), face, { pin: true }));
  const hint = (/** @type {string} */ key) => ({ key, at: [], isStep: false });
  assert.notEqual(acted(over, hint("try")), acted(beside, hint("try")));
  assert.equal(acted(over, hint("race")), acted(beside, hint("race")));
  assert.notEqual(acted(over, hint("race")), acted(tableWith(), hint("race")));
});

test("a planet is a disc in the middle of its place, and boxes are as far apart as their edges", () => {
  assert.deepEqual(discIn(box(0, 0, 300, 100)), box(115, 15, 70, 70));
  assert.equal(distance(box(0, 0, 10, 10), box(13, 14, 5, 5)), 5);
  assert.equal(distance(box(0, 0, 10, 10), box(5, 5, 5, 5)), 0);
});
