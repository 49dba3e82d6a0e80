/** What the first game would do: ahead in the next races, then the largest region. Only a proposal, never a must. */

import { claim, freeFaces, lay, planetFrom } from "../rules/planet.js";
import { faceOf, stepsBetween } from "../rules/sphere.js";

/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../rules/races.js").Placement} Placement */
/** @typedef {import("../state/table.js").TableState} TableState */

/** What an area ahead in a race counts, and from how many on no more. The same as in bench/first_deal.py. */
const [RACE, CLEAR] = [4, 2];
const TURNS = [0, 1, 2, 3, 4];
/** In the second round a region is to grow, and by a turn: before all else. */
const [LESSON, JOINS, TURNED] = [2, 1000, 100];

/**
 * @param {View} view
 * @param {number} me
 * @param {number} near  of faces that are equally good, the nearest to this one
 * @returns {Placement | null}
 */
export function advise(view, me, near) {
  const cards = view.columns.find((column) => column.length > 0)?.flatMap((card) => card ?? []) ?? [];
  const rivals = view.planets.filter((_, seat) => seat !== me).map(planetFrom);
  const best = new Map(
    cards.map((card) => [card, Math.max(...rivals.map((planet) => claim(planet, card)[0] ?? 0))]),
  );
  const worth = (/** @type {Placement} */ { tile, face, turn }) => {
    const planet = planetFrom(lay(view.planets[me], view.tiles[tile], face, turn));
    const region = joined(planet.areas, face);
    const own = region.filter((area) => faceOf(area) === face);
    const leads = cards.map((card) => Math.min((claim(planet, card)[0] ?? 0) - (best.get(card) ?? 0), CLEAR));
    const lesson = view.round === LESSON && region.length > 0 ? JOINS + (turn > 0 ? TURNED : 0) : 0;
    return (
      lesson +
      RACE * leads.reduce((sum, lead) => sum + lead, 0) +
      region.length +
      own.length / 10 -
      stepsBetween(near, face) / 100
    );
  };
  let found = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const placement of placements(view, me)) {
    const value = worth(placement);
    if (value > most) [found, most] = [placement, value];
  }
  return found;
}

/**
 * @param {View} view
 * @param {number} me
 * @returns {Placement[]}
 */
function placements(view, me) {
  const tiles = view.display.filter((_, place) => view.taken[place] === null);
  const faces = freeFaces(view.planets[me]);
  // On a bare planet every turn is as good.
  const turns = faces.length === 12 ? [0] : TURNS;
  return tiles.flatMap((tile) => faces.flatMap((face) => turns.map((turn) => ({ tile, face, turn }))));
}

/**
 * The largest region that a tile on this face has joined with what lay there before; nothing where it lies alone.
 * @param {string} areas  with the tile
 * @param {number} face
 * @returns {number[]}
 */
export function joined(areas, face) {
  const regions = planetFrom(areas).regions.filter(
    (region) =>
      region.areas.some((area) => faceOf(area) === face) &&
      region.areas.some((area) => faceOf(area) !== face),
  );
  return regions.sort((a, b) => b.size - a.size)[0]?.areas ?? [];
}

/** In the second round the tile comes as it lies, and is turned by hand. @param {TableState} state */
export const isTurningTaught = ({ view }) => view?.round === 2;

/** The proposal, as the tile will lie once it is taken. @param {TableState} state @param {Placement} advice */
export const asShown = (state, advice) =>
  isTurningTaught(state) ? { ...advice, turn: state.turns[advice.tile] ?? 0 } : advice;

/**
 * The face with the tile in hand, or with the one proposed, then those of the region that glows, then what else lies
 * around it. @param {TableState} state @returns {number[]}
 */
export function facesShown({ held, shown, view, me }) {
  const first = held?.face ?? shown?.placement?.face;
  if (first == null || !view || me === null) return [];
  const beside = view.placements[me]
    .map(([, face]) => face)
    .filter((face) => stepsBetween(first, face) === 1);
  return [...new Set([first, ...(shown?.areas ?? []).map(faceOf), ...beside])];
}
