/**
 * Mountains as a graph: a peak in every area, ridges that run through the edges into neighbouring mountain
 * areas, spurs that sink towards the foot. The mesh slides onto the ridges, so crests stay sharp.
 */
import { chance, lerp, smooth } from "./noise.js";
import { AREA_CORNERS, EDGES, NEAR_AREAS, normalise } from "./solid.js";

/** @typedef {import("./solid.js").Vec} Vec */
/** @typedef {import("./world.js").World} World */
/** @typedef {{p: Vec, q: Vec, from: number, to: number}} Ridge a crest with its heights at both ends */

const SLOPE = 1.12;

/** @type {(a: Vec, b: Vec, t: number) => Vec} */
const towards = (a, b, t) => normalise([lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)]);

/** All ridges that can be felt in an area. @type {(world: World, area: number) => Float64Array} */
export function ridgesNear(world, area) {
  const mountains = NEAR_AREAS[area].filter((near) => world.areas[near] === "M");
  return flatten(mountains.flatMap((near) => ridgesOf(world, near)));
}

/** @type {(world: World, area: number) => Ridge[]} */
function ridgesOf(world, area) {
  const peak = peakOf(world, area);
  const ways = EXITS[area];
  const links = ways.filter(({ other }) => world.areas[other] === "M");
  const foots = ways.filter(({ other }) => world.areas[other] !== "M");
  const second = towards(peak.at, AREA_CORNERS[area][chance(world.seed, area, 11) < 0.5 ? 1 : 2], 0.34);
  return [
    ...links.map(({ edge, point }) => ({ p: peak.at, q: point, from: peak.height, to: saddle(world, edge) })),
    ...foots.map(({ point }, i) => ({
      p: peak.at,
      q: towards(peak.at, point, 0.5 + 0.2 * chance(world.seed, area, 20 + i)),
      from: peak.height,
      to: 0.05,
    })),
    {
      p: peak.at,
      q: second,
      from: peak.height * 0.86,
      to: peak.height * (0.62 + 0.2 * chance(world.seed, area, 12)),
    },
  ];
}

/** @type {(world: World, area: number) => {at: Vec, height: number}} */
function peakOf(world, area) {
  const [c, a, b] = AREA_CORNERS[area];
  const along = lerp(0.36, 0.64, chance(world.seed, area, 1));
  const at = towards(c, towards(a, b, along), lerp(0.6, 0.74, chance(world.seed, area, 2)));
  const mates = EXITS[area].filter(({ other }) => world.areas[other] === "M").length;
  return { at, height: lerp(0.165, 0.235, chance(world.seed, area, 3)) + 0.014 * mates };
}

/** The three ways out of each area, each with the point where a ridge would cross. */
const EXITS = AREA_CORNERS.map((_, area) =>
  EDGES.flatMap(({ p, q, areas: [a, b], outer }, edge) => {
    if (a !== area && b !== area) return [];
    const along = outer ? lerp(0.35, 0.65, chance(edge, 9)) : lerp(0.5, 0.72, chance(edge, 9));
    return [{ other: a === area ? b : a, edge, point: towards(p, q, along) }];
  }),
);

/** @type {(world: World, edge: number) => number} */
const saddle = (world, edge) => lerp(0.085, 0.14, chance(world.seed, edge, 4));

/** Ridges as numbers in a row: start, way, its length squared, the heights at both ends. */
const WIDTH = 9;

/** @type {(ridges: Ridge[]) => Float64Array} */
function flatten(ridges) {
  return Float64Array.from(
    ridges.flatMap(({ p, q, from, to }) => {
      const way = [q[0] - p[0], q[1] - p[1], q[2] - p[2]];
      return [...p, ...way, way[0] ** 2 + way[1] ** 2 + way[2] ** 2, from, to];
    }),
  );
}

/** @typedef {{height: number, away: number, x: number, y: number, z: number}} Felt */

/**
 * The height ridges give a point, and the ridge point it should slide to if one is close.
 * @type {(ridges: Float64Array, x: number, y: number, z: number, out: Felt) => void}
 */
export function feelRidges(ridges, x, y, z, out) {
  out.height = 0;
  let nearest = 1;
  for (let i = 0; i < ridges.length; i += WIDTH) {
    const dx = ridges[i + 3];
    const dy = ridges[i + 4];
    const dz = ridges[i + 5];
    const along = (x - ridges[i]) * dx + (y - ridges[i + 1]) * dy + (z - ridges[i + 2]) * dz;
    const t = Math.min(1, Math.max(0, along / ridges[i + 6]));
    const cx = ridges[i] + dx * t;
    const cy = ridges[i + 1] + dy * t;
    const cz = ridges[i + 2] + dz * t;
    const far = (x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz);
    if (far > 0.16 && far >= nearest) continue;
    const away = Math.sqrt(far);
    const height =
      ridges[i + 7] + (ridges[i + 8] - ridges[i + 7]) * t - SLOPE * away * (1 - 0.6 * Math.min(away, 0.4));
    if (height > out.height) out.height = height;
    if (far >= nearest) continue;
    nearest = far;
    out.x = cx;
    out.y = cy;
    out.z = cz;
  }
  out.away = Math.sqrt(nearest);
}

/** How much of its way to the ridge a vertex slides. @type {(away: number, step: number, inland: number) => number} */
export const slide = (away, step, inland) =>
  0.62 * (1 - smooth(0.45 * step, 0.95 * step, away)) * smooth(0.03, 0.09, inland);
