/**
 * The dodecahedron all planets share: where its faces, corners, areas and edges lie. Face 0 is the north
 * pole, face 1 looks at the reader, and the slots of a face run clockwise as seen from outside, as the
 * record says. Plain arrays, no three: the same numbers serve meshes, picking and tests in Node.
 */

import { FACES_AROUND as NEIGHBOURS } from "../rules/sphere.js";

/** @typedef {[number, number, number]} Vec */
/** @typedef {{p: Vec, q: Vec, areas: [number, number], outer: boolean}} Edge */

/** @type {(a: Vec, b: Vec) => number} */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @type {(a: Vec, b: Vec) => Vec} */
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** @type {(a: Vec) => Vec} */
export function normalise(a) {
  const length = Math.hypot(a[0], a[1], a[2]);
  return [a[0] / length, a[1] / length, a[2] / length];
}

/** @type {(...all: Vec[]) => Vec} */
export function middle(...all) {
  /** @type {Vec} */
  const sum = [0, 0, 0];
  for (const v of all) for (let i = 0; i < 3; i++) sum[i] += v[i];
  return normalise(sum);
}

/** Unit normals of the twelve faces. */
export const NORMALS = NEIGHBOURS.map((_, face) => faceNormal(face));

/** @type {(face: number) => Vec} */
function faceNormal(face) {
  if (face === 0) return [0, 1, 0];
  if (face === 11) return [0, -1, 0];
  const south = face > 5;
  const turn = ((face - (south ? 6 : 1)) / 5 + (south ? 0.1 : 0)) * 2 * Math.PI + Math.PI / 2;
  const high = 1 / Math.sqrt(5);
  return [2 * high * Math.cos(turn), south ? -high : high, 2 * high * Math.sin(turn)];
}

/** The three corners of each area: its face's centre, then the outer two, clockwise. */
export const AREA_CORNERS = Array.from({ length: 60 }, (_, area) => cornersOf(area));

/** @type {(area: number) => [Vec, Vec, Vec]} */
function cornersOf(area) {
  const face = Math.floor(area / 5);
  const row = NEIGHBOURS[face].map((other) => NORMALS[other]);
  const slot = area % 5;
  const corner = (/** @type {number} */ by) => middle(NORMALS[face], row[slot], row[(slot + by) % 5]);
  return [NORMALS[face], corner(4), corner(1)];
}

/** The area across the outer edge of each area. */
export const ACROSS = Array.from({ length: 60 }, (_, area) => {
  const face = Math.floor(area / 5);
  const other = NEIGHBOURS[face][area % 5];
  return 5 * other + NEIGHBOURS[other].indexOf(face);
});

/** All 90 edges between areas: 60 spokes, 30 between faces. */
export const EDGES = AREA_CORNERS.flatMap(([centre, a, b], area) => {
  /** @type {Edge[]} */
  const found = [
    { p: centre, q: b, areas: [area, area - (area % 5) + (((area % 5) + 1) % 5)], outer: false },
  ];
  if (area < ACROSS[area]) found.push({ p: a, q: b, areas: [area, ACROSS[area]], outer: true });
  return found;
});

/** Edges close enough to an area to shape it: those that share a corner with it, or lie opposite one. */
export const NEAR_EDGES = AREA_CORNERS.map((corners) => {
  const heart = middle(...corners);
  return EDGES.map((_, edge) => edge).filter((edge) => {
    const { p, q } = EDGES[edge];
    const touches = corners.some((c) => dot(c, p) > 0.9999 || dot(c, q) > 0.9999);
    return touches || dot(heart, middle(p, q)) > 0.82;
  });
});

/** Areas that can change how an area looks: both sides of its near edges. */
export const NEAR_AREAS = NEAR_EDGES.map((edges) => [...new Set(edges.flatMap((edge) => EDGES[edge].areas))]);

/** Angle between a direction and a great arc. @type {(v: Vec, edge: Edge) => number} */
export function angleToEdge(v, { p, q }) {
  const pole = normalise(cross(p, q));
  const inside = dot(cross(pole, p), v) >= 0 && dot(cross(q, pole), v) >= 0;
  if (inside) return Math.abs(Math.asin(Math.max(-1, Math.min(1, dot(v, pole)))));
  return Math.acos(Math.min(1, Math.max(dot(v, p), dot(v, q))));
}

/** Radius of the rounded body: a softened dodecahedron of inradius 1, drawn 22 % towards a sphere. */
export function bodyRadius(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ z) {
  let sum = 0;
  for (const n of NORMALS) {
    const d = x * n[0] + y * n[1] + z * n[2];
    if (d <= 0.5) continue;
    // To the 64th power and back: `**` costs many times as much before the browser has made machine code of this.
    const d8 = d * d * d * d * (d * d * d * d);
    const d32 = d8 * d8 * (d8 * d8);
    sum += d32 * d32;
  }
  const root8 = Math.sqrt(Math.sqrt(Math.sqrt(sum)));
  return 0.78 / Math.sqrt(Math.sqrt(Math.sqrt(root8))) + 0.22 * 1.09;
}
