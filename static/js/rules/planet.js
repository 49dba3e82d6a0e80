/**
 * One planet as 60 letters ("." where no tile lies yet): its regions, and what it brings to an animal. The same as
 * app/rules/planet.py, proven by shared test vectors (tests/js).
 */

import { HABITATS } from "../generated/facts.js";
import { AREA_NEIGHBOURS, AREAS, FACES, SLOTS } from "./sphere.js";

const FREE = HABITATS.length;
/** How many planets are remembered with their regions; a table needs a handful and what is being tried. */
const REMEMBERED = 64;

/**
 * @typedef {object} Region
 * @property {string} habitat
 * @property {number[]} areas    area numbers, ascending
 * @property {number} size
 * @property {string} touches    the other habitats around it, in the order OFDMG
 */

/**
 * @typedef {object} Planet
 * @property {string} areas      60 letters
 * @property {Region[]} regions  by lowest area number
 */

/** @type {Map<string, Planet>} */
const remembered = new Map();

/**
 * @param {string} areas  60 letters of OFDMG, "." where free
 * @returns {Planet}
 */
export function planetFrom(areas) {
  const known = remembered.get(areas);
  if (known) return known;
  if (remembered.size >= REMEMBERED) remembered.clear();
  const planet = { areas, regions: findRegions(areas) };
  remembered.set(areas, planet);
  return planet;
}

/**
 * The planet after a tile is laid: letter i goes to slot (i + turn) mod 5.
 * @param {string} areas
 * @param {string} letters
 * @param {number} face
 * @param {number} turn
 */
export function lay(areas, letters, face, turn) {
  const turned = Array.from({ length: SLOTS }, (_, slot) => letters[(slot - turn + SLOTS) % SLOTS]);
  const start = SLOTS * face;
  return areas.slice(0, start) + turned.join("") + areas.slice(start + SLOTS);
}

/**
 * @param {string} areas
 * @returns {number[]}
 */
export function freeFaces(areas) {
  return Array.from({ length: FACES }, (_, face) => face).filter((face) => areas[SLOTS * face] === ".");
}

/**
 * @param {string} areas
 * @param {string} habitat
 */
export function countAreas(areas, habitat) {
  return areas.split(habitat).length - 1;
}

/**
 * What the planet brings to a requirement: sizes of its qualifying regions, largest first; for a count
 * requirement (`F#`) the one number. An uncovered face touches nothing.
 * @param {Planet} planet
 * @param {string} requirement
 * @returns {number[]}
 */
export function claim(planet, requirement) {
  const { fitting } = regionsOf(planet, requirement);
  return requirement[1] === "#" ? [fitting.length] : fitting.map((region) => region.size);
}

/**
 * The areas that a claim counts first: the largest qualifying region, or so many; every region for a count requirement.
 * @param {Planet} planet
 * @param {string} requirement
 * @param {number} [depth]
 * @returns {number[]}
 */
export function claimed(planet, requirement, depth = 1) {
  const { fitting } = regionsOf(planet, requirement);
  return (requirement[1] === "#" ? fitting : fitting.slice(0, depth)).flatMap((region) => region.areas);
}

/**
 * The regions of the requirement's habitat, largest first: those that count for it, and the others.
 * @param {Planet} planet
 * @param {string} requirement
 * @returns {{fitting: Region[], others: Region[]}}
 */
export function regionsOf({ regions }, requirement) {
  const [habitat, kind, other] = requirement;
  const all = regions.filter((region) => region.habitat === habitat).sort((a, b) => b.size - a.size);
  const isFitting = (/** @type {Region} */ { touches }) =>
    kind === "#" || touches.includes(other) === (kind === "+");
  return { fitting: all.filter(isFitting), others: all.filter((region) => !isFitting(region)) };
}

/**
 * @param {string} areas
 * @returns {Region[]}
 */
function findRegions(areas) {
  const codes = Uint8Array.from(areas, (letter) => (letter === "." ? FREE : HABITATS.indexOf(letter)));
  const isSeen = new Uint8Array(AREAS);
  const regions = [];
  for (let area = 0; area < AREAS; area++) {
    if (codes[area] !== FREE && !isSeen[area]) regions.push(flood(codes, isSeen, area));
  }
  return regions;
}

/**
 * The region around one area; marks its areas as seen.
 * @param {Uint8Array} codes
 * @param {Uint8Array} isSeen
 * @param {number} start
 * @returns {Region}
 */
function flood(codes, isSeen, start) {
  const code = codes[start];
  const areas = [start];
  let touched = 0;
  isSeen[start] = 1;
  for (let next = 0; next < areas.length; next++) {
    for (const other of AREA_NEIGHBOURS[areas[next]]) {
      if (codes[other] !== code) touched |= 1 << codes[other];
      else if (!isSeen[other]) {
        isSeen[other] = 1;
        areas.push(other);
      }
    }
  }
  areas.sort((a, b) => a - b);
  return { habitat: HABITATS[code], areas, size: areas.length, touches: TOUCHES[touched & ~(1 << FREE)] };
}

/** Every set of habitats, by its bits, as letters in the order OFDMG. */
const TOUCHES = Array.from({ length: 1 << HABITATS.length }, (_, bits) =>
  Array.from(HABITATS)
    .filter((_letter, i) => bits & (1 << i))
    .join(""),
);
