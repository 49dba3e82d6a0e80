/**
 * The race of each coming animal: what every planet brings to it, who leads, who ties. And the same as it would be
 * after a placement, with what that changes. Only reads the view that a seat or a watcher gets; decides nothing.
 */

import { FIRST_COLUMN, LAST_ROUND } from "../generated/facts.js";
import { claim, lay, planetFrom } from "./planet.js";

/**
 * What would happen to a card if it were awarded now. In `to`, the round a card moves on to; null: back to the box.
 * @typedef {{kind: "leads", seat: number, entry: number}
 *   | {kind: "tie", seats: number[], to: number | null}
 *   | {kind: "nobody", to: number | null}} Verdict
 */

/**
 * @typedef {object} Race
 * @property {number} round       the round whose column the card stands in
 * @property {string} animal      its requirement
 * @property {number[][]} claims  one list a seat
 * @property {number[][]} ranking groups of seats, best first; seats that share a group have equal claims so far
 * @property {Verdict} verdict
 */

/**
 * What a placement does to one race, seen from the seat that makes it.
 * @typedef {"takes_lead" | "keeps_lead" | "loses_lead" | "ties" | "falls_behind" | "drops_out" | "grows" | "shrinks"} Effect
 */

/**
 * Why a claim got smaller: a region now touches what it must not, or two regions became one.
 * @typedef {{kind: "touches", habitat: string} | {kind: "joined"}} Because
 */

/**
 * @typedef {object} Change
 * @property {number} round
 * @property {string} animal
 * @property {number[]} from    the seat's claim before
 * @property {number[]} to      and after
 * @property {Verdict} before
 * @property {Verdict} after
 * @property {Effect} effect
 * @property {Because | null} because
 */

/** @typedef {{tile: number, face: number, turn: number}} Placement */

/**
 * The part of a game view that races are computed from.
 * @typedef {object} RaceView
 * @property {string[]} planets
 * @property {(string | null)[][]} columns
 * @property {string[]} tiles
 */

/**
 * Every face-up coming card, nearest round first, top of the column first.
 * @param {Pick<RaceView, "planets" | "columns">} view
 * @returns {Race[]}
 */
export function races(view) {
  const planets = view.planets.map(planetFrom);
  return view.columns.flatMap((column, i) =>
    column.filter((card) => card !== null).map((animal) => race(planets, animal, FIRST_COLUMN + i)),
  );
}

/** The round whose column an animal stands in. @param {Pick<RaceView, "columns">} view @param {string} animal */
export const roundOf = ({ columns }, animal) =>
  FIRST_COLUMN + columns.findIndex((column) => column.includes(animal));

/**
 * The races after a placement, and what it changes for the seat that makes it.
 * @param {RaceView} view
 * @param {number} seat
 * @param {Placement} placement
 * @returns {{races: Race[], changes: Change[]}}
 */
export function whatIf(view, seat, placement) {
  const { tile, face, turn } = placement;
  const planets = view.planets.slice();
  planets[seat] = lay(planets[seat], view.tiles[tile], face, turn);
  const now = races(view);
  const then = races({ planets, columns: view.columns });
  const changes = then.flatMap((after, i) => change(now[i], after, seat) ?? []);
  return { races: then, changes };
}

/**
 * @param {import("./planet.js").Planet[]} planets
 * @param {string} animal
 * @param {number} round
 * @returns {Race}
 */
function race(planets, animal, round) {
  const claims = planets.map((planet) => claim(planet, animal));
  const depth = depthOf(animal, round);
  return { round, animal, claims, ranking: ranking(claims, depth), verdict: verdict(claims, depth, round) };
}

/**
 * How many entries of claims are compared: in the last round, but for a count, those of three regions.
 * @param {string} animal
 * @param {number} round
 */
const depthOf = (animal, round) => (round === LAST_ROUND && animal[1] !== "#" ? 3 : 1);

/**
 * The entries of every claim by which it is decided: the first; where planets tie in that one and a later one tells
 * them apart, theirs up to there.
 * @param {{animal: string, round: number, claims: number[][]}} race  or award
 * @returns {number[][]}
 */
export function decidingEntries({ animal, round, claims }) {
  const found = verdict(claims, depthOf(animal, round), round);
  const last = found.kind === "leads" ? found.entry : 0;
  const best = Math.max(...claims.map((entries) => entries[0] ?? 0));
  return claims.map((entries) => {
    const isFront = (entries[0] ?? 0) === best;
    return Array.from({ length: isFront ? last + 1 : 1 }, (_, i) => entries[i] ?? 0);
  });
}

/**
 * The seat that takes a card at the end of a round, or null.
 * @param {string} animal
 * @param {number[][]} claims
 * @param {number} round
 */
export function winnerOf(animal, claims, round) {
  const found = verdict(claims, depthOf(animal, round), round);
  return found.kind === "leads" ? found.seat : null;
}

/**
 * The greatest entry wins if it is more than nothing and nobody shares it; in the last round those who tie, and
 * only they, compare their second entries, then their third.
 * @param {number[][]} claims
 * @param {number} depth
 * @param {number} round
 * @returns {Verdict}
 */
function verdict(claims, depth, round) {
  const to = round === LAST_ROUND ? null : round + 1;
  let seats = claims.map((_, seat) => seat);
  for (let entry = 0; entry < depth; entry++) {
    const best = Math.max(...seats.map((seat) => claims[seat][entry] ?? 0));
    if (best === 0) return entry === 0 ? { kind: "nobody", to } : { kind: "tie", seats, to };
    seats = seats.filter((seat) => (claims[seat][entry] ?? 0) === best);
    if (seats.length === 1) return { kind: "leads", seat: seats[0], entry };
  }
  return { kind: "tie", seats, to };
}

/**
 * Seats in groups, best claim first.
 * @param {number[][]} claims
 * @param {number} depth
 */
function ranking(claims, depth) {
  const seats = claims.map((_, seat) => seat);
  const compared = (/** @type {number} */ a, /** @type {number} */ b) =>
    compareClaims(claims[a], claims[b], depth);
  seats.sort((a, b) => compared(a, b) || a - b);
  /** @type {number[][]} */
  const groups = [];
  for (const seat of seats) {
    const last = groups.at(-1);
    if (last && compared(last[0], seat) === 0) last.push(seat);
    else groups.push([seat]);
  }
  return groups;
}

/**
 * @param {number[]} a
 * @param {number[]} b
 * @param {number} depth
 */
function compareClaims(a, b, depth) {
  for (let entry = 0; entry < depth; entry++) {
    const difference = (b[entry] ?? 0) - (a[entry] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * @param {Race} now
 * @param {Race} then
 * @param {number} seat
 * @returns {Change | null}
 */
function change(now, then, seat) {
  const from = now.claims[seat];
  const to = then.claims[seat];
  if (from.join() === to.join()) return null;
  const effect = effectOf(now, then, seat);
  const because = isLess(to, from) ? reason(now.animal) : null;
  return {
    round: now.round,
    animal: now.animal,
    from,
    to,
    before: now.verdict,
    after: then.verdict,
    effect,
    because,
  };
}

/**
 * @param {Race} now
 * @param {Race} then
 * @param {number} seat
 * @returns {Effect}
 */
function effectOf(now, then, seat) {
  const led = leads(now.verdict, seat);
  if (leads(then.verdict, seat)) return led ? "keeps_lead" : "takes_lead";
  if ((now.claims[seat][0] ?? 0) > 0 && (then.claims[seat][0] ?? 0) === 0) return "drops_out";
  if (isTied(then.verdict, seat)) return "ties";
  if (led) return "loses_lead";
  if (isTied(now.verdict, seat)) return "falls_behind";
  return isLess(then.claims[seat], now.claims[seat]) ? "shrinks" : "grows";
}

/**
 * A placement only ever makes a claim smaller in these two ways.
 * @param {string} animal
 * @returns {Because}
 */
function reason(animal) {
  return animal[1] === "-" ? { kind: "touches", habitat: animal[2] } : { kind: "joined" };
}

/**
 * @param {Verdict} verdict
 * @param {number} seat
 */
function leads(verdict, seat) {
  return verdict.kind === "leads" && verdict.seat === seat;
}

/**
 * @param {Verdict} verdict
 * @param {number} seat
 */
function isTied(verdict, seat) {
  return verdict.kind === "tie" && verdict.seats.includes(seat);
}

/**
 * @param {number[]} a
 * @param {number[]} b
 */
function isLess(a, b) {
  return compareClaims(a, b, Math.max(a.length, b.length)) > 0;
}
