/**
 * One planet read for building: which habitat lies where, where habitats meet, how far each grid vertex is
 * from there. D, the angle to the nearest edge between different habitats, shapes nearly everything; edges
 * between equal habitats do not count, so that regions merge with no special case.
 */
import { freedom } from "./grid.js";
import { chance, hashText, lerp, makeNoise } from "./noise.js";
import { AREA_CORNERS, cross, EDGES, middle, NEAR_AREAS, NEAR_EDGES, normalise } from "./solid.js";

/** @typedef {import("./solid.js").Vec} Vec */
/** @typedef {import("./grid.js").Grid} Grid */
/**
 * @typedef {object} World
 * @property {string} areas 60 letters of "OFDMG", "." where no tile lies
 * @property {number} seed
 * @property {import("./noise.js").Noise} noise
 * @property {Uint8Array} borders per edge: 0 none, 1 between habitats, 2 along a free face
 * @property {Vec[]} winds per area: the way the dunes of its desert run
 */
/**
 * @typedef {object} Field what holds at each vertex of one area
 * @property {Float32Array} place 3 a vertex: the direction, wandered
 * @property {Float32Array} inland D
 * @property {Float32Array} toFree angle to the nearest free face
 * @property {string[]} beside the habitat across the nearest border
 */

/** D further inland than this makes no difference. */
const DEEP = 0.36;

/** @type {(areas: string, seedText: string) => World} */
export function readWorld(areas, seedText) {
  const seed = hashText(seedText);
  const borders = Uint8Array.from(EDGES, ({ areas: [a, b] }) => {
    if (areas[a] === areas[b]) return 0;
    return areas[a] === "." || areas[b] === "." ? 2 : 1;
  });
  return { areas, seed, noise: makeNoise(seed), borders, winds: windsOf(areas, seed) };
}

/** Each desert has one wind, at right angles to the middle of its first area, so that growing does not turn it. */
function windsOf(/** @type {string} */ areas, /** @type {number} */ seed) {
  const first = firstAreas(areas);
  return first.map((area) => {
    const up = middle(...AREA_CORNERS[area]);
    const side = normalise(cross(up, [0.3, 0.9, 0.31]));
    const turn = chance(seed, area, 5) * Math.PI;
    const other = cross(up, side);
    return /** @type {Vec} */ (side.map((s, i) => s * Math.cos(turn) + other[i] * Math.sin(turn)));
  });
}

/** The lowest area of the region of each area. @type {(areas: string) => number[]} */
function firstAreas(areas) {
  const first = Array.from(areas, (_, area) => area);
  for (let changed = true; changed; ) {
    changed = false;
    for (const {
      areas: [a, b],
    } of EDGES) {
      if (areas[a] !== areas[b] || first[a] === first[b]) continue;
      first[a] = first[b] = Math.min(first[a], first[b]);
      changed = true;
    }
  }
  return first;
}

/** What the look of an area depends on: as long as this stays, its mesh can stay. */
export function signature(/** @type {World} */ world, /** @type {number} */ area) {
  const near = NEAR_AREAS[area].map((other) => world.areas[other]).join("");
  if (world.areas[area] === "D") return near + world.winds[area].map((w) => w.toFixed(3)).join();
  if (world.areas[area] === "M") return near + AROUND[area].map((other) => world.areas[other]).join("");
  return near;
}

/** A ridge depends on where its mountains lead on: one area further than the rest. */
const AROUND = NEAR_AREAS.map((near) => [...new Set(near.flatMap((area) => NEAR_AREAS[area]))]);

/** @type {(world: World, grid: Grid, area: number) => Field} */
export function fieldOf(world, grid, area) {
  const { points, angles, directions, wander } = grid;
  const near = NEAR_EDGES[area];
  const kinds = near.map((edge) => world.borders[edge]);
  const across = near.map((edge) => acrossEdge(world, edge, world.areas[area]));
  const place = new Float32Array(points * 3);
  const inland = new Float32Array(points).fill(DEEP);
  const toFree = new Float32Array(points).fill(DEEP);
  const beside = new Array(points).fill(".");
  const away = angles[area];
  for (let at = 0; at < points; at++) {
    for (let i = 0; i < near.length; i++) {
      const angle = away[at * near.length + i];
      if (kinds[i] === 1 && angle < inland[at]) {
        inland[at] = angle;
        beside[at] = across[i];
      } else if (kinds[i] === 2 && angle < toFree[at]) toFree[at] = angle;
    }
    wanderTo(place, at * 3, directions, wander, (area * points + at) * 3, freedom(toFree[at]));
  }
  return { place, inland, toFree, beside };
}

/** @type {(world: World, edge: number, own: string) => string} */
function acrossEdge({ areas }, edge, own) {
  const [a, b] = EDGES[edge].areas;
  return areas[a] === own ? areas[b] : areas[a];
}

/** @type {(out: Float32Array, to: number, from: Float32Array, by: Float32Array, at: number, much: number) => void} */
function wanderTo(out, to, from, by, at, much) {
  const x = lerp(from[at], from[at] + by[at], much);
  const y = lerp(from[at + 1], from[at + 1] + by[at + 1], much);
  const z = lerp(from[at + 2], from[at + 2] + by[at + 2], much);
  const length = Math.sqrt(x * x + y * y + z * z);
  out[to] = x / length;
  out[to + 1] = y / length;
  out[to + 2] = z / length;
}
