/**
 * A whole game in the browser: what is legal and what follows from a move, as app/rules/game.py has it and proven
 * by the same vectors. A state never changes; a move gives the next one and what everybody sees of it.
 */

import {
  DEALT_PILES,
  FIRST_COLUMN,
  LAST_ROUND,
  TILE_COUNT,
  TILES_A_ROUND,
  TURNED_UP_AHEAD,
} from "../generated/facts.js";
import { claim, freeFaces, lay, planetFrom } from "./planet.js";
import { winnerOf } from "./races.js";
import { scoresOf, winnersOf } from "./score.js";
import { AREAS, FACES, SLOTS } from "./sphere.js";
import { hidesSecondCards } from "./variants.js";

/** @typedef {import("./score.js").Award} Award */
/** @typedef {{name: string, tiles: string[], thresholds: Record<string, number[][]>}} ComponentSet */
/** @typedef {{players: number, variants: string[], first: number, order: number[], animals: string[][], objectives: string[] | null}} Deal */
/** One entry of the log: round, seat, tile, face, turn. @typedef {[number, number, number, number, number]} Move */

/**
 * @typedef {object} State
 * @property {ComponentSet} set
 * @property {Deal} deal
 * @property {number} round
 * @property {string[]} planets              60 letters each
 * @property {number[]} shown                the tiles of this round
 * @property {(number | null)[]} takers      who took each of them
 * @property {[number[], number[]]} leftovers  what lies in the piles of rounds 11 and 12
 * @property {string[][]} columns            the cards of rounds 3 to 12 still to be awarded
 * @property {Award[]} awards
 * @property {Move[]} moves
 */

/** What everybody sees happen after a move, as the wire has it. @typedef {Record<string, any> & {kind: string}} Seen */

/** A move that may not be made; the message says why. */
export class IllegalMove extends Error {}

/**
 * @param {ComponentSet} set
 * @param {Deal} deal
 * @returns {State}
 */
export function newGame(set, deal) {
  return {
    set,
    deal,
    round: 1,
    planets: Array.from({ length: deal.players }, () => ".".repeat(AREAS)),
    shown: deal.order.slice(0, TILES_A_ROUND),
    takers: Array(TILES_A_ROUND).fill(null),
    leftovers: [[], []],
    columns: deal.animals,
    awards: [],
    moves: [],
  };
}

/** @param {State} state */
export const isOver = ({ moves, deal }) => moves.length === LAST_ROUND * deal.players;

/** Whose move it is; null after the end. @param {State} state */
export const dueIn = (state) =>
  isOver(state) ? null : (state.deal.first + state.round - 1 + state.moves.length) % state.deal.players;

/** Who opens a round. @param {Deal} deal @param {number} round */
const firstIn = ({ first, players }, round) => (first + round - 1) % players;

/** The tiles that can still be taken this round. @param {State} state */
const displayOf = ({ shown, takers }) => shown.filter((_, at) => takers[at] === null);

/**
 * @param {State} state
 * @param {number} seat
 * @param {import("./races.js").Placement} placement
 * @returns {{state: State, seen: Seen[]}}
 */
export function applyMove(state, seat, placement) {
  check(state, seat, placement);
  const after = laid(state, seat, placement);
  return after.moves.length % state.deal.players ? { state: after, seen: [] } : endRound(after);
}

/**
 * @param {State} state
 * @param {number} seat
 * @param {import("./races.js").Placement} placement
 */
function check(state, seat, { tile, face, turn }) {
  const { shown, takers, deal, planets } = state;
  const due = dueIn(state);
  if (seat < 0 || seat >= deal.players) throw new IllegalMove(`Seats are numbered 0 to ${deal.players - 1}.`);
  if (due === null) throw new IllegalMove("The game is over.");
  if (seat !== due) throw new IllegalMove(`It is seat ${due}'s move.`);
  if (tile < 0 || tile >= TILE_COUNT) throw new IllegalMove(`Tiles are numbered 0 to ${TILE_COUNT - 1}.`);
  if (takers[shown.indexOf(tile)] !== null) throw new IllegalMove(`Tile ${tile} is not on display any more.`);
  if (face < 0 || face >= FACES) throw new IllegalMove("There is no such face: faces are numbered 0 to 11.");
  if (turn < 0 || turn >= SLOTS) throw new IllegalMove("A tile can be turned 0 to 4 steps.");
  if (!freeFaces(planets[seat]).includes(face)) throw new IllegalMove(`Face ${face} already carries a tile.`);
}

/**
 * @param {State} state
 * @param {number} seat
 * @param {import("./races.js").Placement} placement
 * @returns {State}
 */
function laid(state, seat, { tile, face, turn }) {
  const planet = lay(state.planets[seat], state.set.tiles[tile], face, turn);
  return {
    ...state,
    planets: state.planets.with(seat, planet),
    takers: state.takers.with(state.shown.indexOf(tile), seat),
    moves: [...state.moves, [state.round, seat, tile, face, turn]],
  };
}

/**
 * Leftovers away, life awarded, the next mystery turned up, the next round begun, or the end.
 * @param {State} before
 */
function endRound(before) {
  /** @type {Seen[]} */
  const then = [];
  let state = putLeftoversAway(before, then);
  if (state.round >= FIRST_COLUMN) state = awardColumn(state, then);
  if (state.round === LAST_ROUND) {
    const { objectives } = state.deal;
    const scores = scoresOf(state.set, objectives, state.planets, state.awards);
    then.push({ kind: "over", objectives, scores, winners: winnersOf(scores) });
    return { state, seen: then };
  }
  turnMysteryUp(state, then);
  state = nextRound(state);
  then.push({
    kind: "round",
    round: state.round,
    first: firstIn(state.deal, state.round),
    display: state.shown,
  });
  return { state, seen: then };
}

/**
 * To the pile of round 11 until it has five, then to that of round 12, then to the box.
 * @param {State} state
 * @param {Seen[]} then
 * @returns {State}
 */
function putLeftoversAway(state, then) {
  const left = displayOf(state);
  const [eleven, twelve] = state.leftovers;
  const room = (/** @type {number[]} */ pile) =>
    state.round > DEALT_PILES ? 0 : TILES_A_ROUND - pile.length;
  const toEleven = left.splice(0, room(eleven));
  const toTwelve = left.splice(0, room(twelve));
  for (const [pile, tiles] of /** @type {const} */ ([
    [11, toEleven],
    [12, toTwelve],
    [null, left],
  ])) {
    if (tiles.length) then.push({ kind: "leftovers", pile, tiles });
  }
  return { ...state, leftovers: [eleven.concat(toEleven), twelve.concat(toTwelve)] };
}

/**
 * The cards of this round, from the top; one that nobody takes sinks to the bottom of the next column.
 * @param {State} state
 * @param {Seen[]} then
 * @returns {State}
 */
function awardColumn(state, then) {
  const { round, columns } = state;
  const planets = state.planets.map(planetFrom);
  const here = round - FIRST_COLUMN;
  const awards = columns[here].map((animal) => {
    const claims = planets.map((planet) => claim(planet, animal));
    return { round, animal, seat: winnerOf(animal, claims, round), claims };
  });
  const sunk =
    round === LAST_ROUND ? [] : awards.filter(({ seat }) => seat === null).map(({ animal }) => animal);
  for (const award of awards) {
    const to = award.seat !== null ? "planet" : round === LAST_ROUND ? "box" : "next";
    then.push({ kind: "award", ...award, to });
  }
  const after = columns.with(here, []);
  if (sunk.length) after[here + 1] = [...after[here + 1], ...sunk];
  return { ...state, columns: after, awards: [...state.awards, ...awards] };
}

/**
 * At the end of round r the face-down card of round r + 2 is turned up.
 * @param {State} state
 * @param {Seen[]} then
 */
function turnMysteryUp({ deal, round, columns }, then) {
  const upcoming = round + TURNED_UP_AHEAD;
  if (hidesSecondCards(deal.variants) && upcoming <= LAST_ROUND) {
    then.push({ kind: "mystery", round: upcoming, animal: columns[upcoming - FIRST_COLUMN][1] });
  }
}

/** @param {State} state @returns {State} */
function nextRound(state) {
  const round = state.round + 1;
  const [eleven, twelve] = state.leftovers;
  const { order } = state.deal;
  if (round === DEALT_PILES + 1) return { ...state, round, ...displayed(eleven), leftovers: [[], twelve] };
  if (round > DEALT_PILES + 1) return { ...state, round, ...displayed(twelve), leftovers: [[], []] };
  return { ...state, round, ...displayed(order.slice(TILES_A_ROUND * (round - 1), TILES_A_ROUND * round)) };
}

/** @param {number[]} shown */
const displayed = (shown) => ({ shown, takers: shown.map(() => null) });
