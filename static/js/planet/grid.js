/**
 * The fine mesh every planet is cut from: each area a triangular grid of N steps. What depends only on N
 * (directions, sideways wander, angles to the near edges) is computed once and kept.
 */
import { lerp, makeNoise, smooth } from "./noise.js";
import { AREA_CORNERS, angleToEdge, EDGES, NEAR_EDGES, normalise } from "./solid.js";

/** @typedef {import("./solid.js").Vec} Vec */
/**
 * @typedef {object} Grid
 * @property {number} steps
 * @property {number} points vertices of one area
 * @property {Uint16Array} triangles corners of one area's triangles, anticlockwise from outside
 * @property {Float32Array} directions 60 × points × 3, before they wander
 * @property {Float32Array} wander 60 × points × 3
 * @property {Float32Array[]} angles per area: points × near edges
 */

/** @type {Map<number, Grid>} */
const kept = new Map();

/** @type {(steps: number) => Grid} */
export function gridOf(steps) {
  const known = kept.get(steps);
  if (known) return known;
  const grid = makeGrid(steps);
  kept.set(steps, grid);
  return grid;
}

/** Index of a grid vertex: row 0 is the face's centre, a row runs clockwise. */
export const vertexAt = (/** @type {number} */ row, /** @type {number} */ column) =>
  (row * (row + 1)) / 2 + column;

/** @type {(steps: number) => Grid} */
function makeGrid(steps) {
  const points = vertexAt(steps + 1, 0);
  const directions = new Float32Array(60 * points * 3);
  const wander = new Float32Array(60 * points * 3);
  const drift = makeDrift(steps);
  const angles = AREA_CORNERS.map((corners, area) => {
    const near = NEAR_EDGES[area];
    const found = new Float32Array(points * near.length);
    for (let row = 0; row <= steps; row++) {
      for (let column = 0; column <= row; column++) {
        const at = vertexAt(row, column);
        const v = pointOf(corners, row / steps, row ? column / row : 0);
        directions.set(v, (area * points + at) * 3);
        wander.set(drift(v), (area * points + at) * 3);
        near.forEach((edge, i) => {
          found[at * near.length + i] = angleToEdge(v, EDGES[edge]);
        });
      }
    }
    return found;
  });
  return { steps, points, triangles: trianglesOf(steps), directions, wander, angles };
}

/** @type {(corners: [Vec, Vec, Vec], out: number, along: number) => Vec} */
function pointOf([c, a, b], out, along) {
  const at = (/** @type {number} */ i) => lerp(c[i], lerp(a[i], b[i], along), out);
  return normalise([at(0), at(1), at(2)]);
}

/** Borders wander by this much, as a function of direction alone, so that neighbours agree. */
function makeDrift(/** @type {number} */ steps) {
  const noise = makeNoise(20181);
  const fine = Math.min(1, steps / 12);
  const bend = (/** @type {Vec} */ v, /** @type {number} */ o) =>
    0.085 * noise(v[0] * 2.6 + o, v[1] * 2.6 + 7, v[2] * 2.6) +
    fine * 0.034 * noise(v[0] * 7 + o, v[1] * 7, v[2] * 7 + 3) +
    (0.27 / steps) * noise(v[0] * 20 + o, v[1] * 20 + 1, v[2] * 20);
  return (/** @type {Vec} */ v) => [bend(v, 0), bend(v, 31), bend(v, 67)];
}

/** @type {(steps: number) => Uint16Array} */
function trianglesOf(steps) {
  const found = [];
  for (let row = 0; row < steps; row++) {
    for (let i = 0; i <= row; i++) {
      const [top, left, right] = [vertexAt(row, i), vertexAt(row + 1, i), vertexAt(row + 1, i + 1)];
      found.push(top, right, left);
      if (i < row) found.push(top, vertexAt(row, i + 1), right);
    }
  }
  return Uint16Array.from(found);
}

/** How freely a vertex may wander: not at all along the rim of a free face. */
export const freedom = (/** @type {number} */ toFree) => smooth(0.012, 0.16, toFree);
