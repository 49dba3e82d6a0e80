/**
 * Room for things to stand: random places on an area's own triangles, with up and sideways, and the rings,
 * cones and bands that plants and rocks are made of.
 */
import { shade } from "./palette.js";
import { facet } from "./sink.js";

/** @typedef {import("./solid.js").Vec} Vec */
/** @typedef {import("./palette.js").Colour} Colour */
/**
 * @typedef {object} Plot
 * @property {import("./world.js").World} world
 * @property {number} area
 * @property {import("./world.js").Field} field
 * @property {import("./relief.js").Relief} relief
 * @property {Uint16Array} triangles
 * @property {number} plenty share of the full number of plants, 0 to 1
 */
/** @typedef {{at: Vec, up: Vec, side: Vec, fore: Vec}} Stand */
/** @typedef {() => number} Dice */

/** The place last looked at: a corner, the shares of all three, and what holds there. */
const spot = { a: 0, b: 0, c: 0, u: 0, v: 0, turn: 0, inland: 0, toFree: 0, height: 0, beside: "" };

/** Looks at a random place on the area's own triangles. @type {(plot: Plot, dice: Dice) => typeof spot} */
export function lookAbout({ field, relief, triangles }, dice) {
  const t = Math.floor(dice() * (triangles.length / 3)) * 3;
  const [u, v] = [dice(), dice()];
  const isOver = u + v > 1;
  spot.a = triangles[t];
  spot.b = triangles[t + 1];
  spot.c = triangles[t + 2];
  spot.u = isOver ? 1 - u : u;
  spot.v = isOver ? 1 - v : v;
  spot.turn = dice() * 7;
  spot.inland = between(field.inland);
  spot.toFree = between(field.toFree);
  spot.height = between(relief.height);
  spot.beside = field.beside[spot.a];
  return spot;
}

/** @type {(of: Float32Array) => number} */
const between = (of) => of[spot.a] * (1 - spot.u - spot.v) + of[spot.b] * spot.u + of[spot.c] * spot.v;

/** @type {(p: Float32Array, axis: number) => number} */
const coordinate = (p, axis) =>
  p[spot.a * 3 + axis] * (1 - spot.u - spot.v) +
  p[spot.b * 3 + axis] * spot.u +
  p[spot.c * 3 + axis] * spot.v;

/** Room to stand where one has just looked. @type {(plot: Plot) => Stand} */
export function standThere({ relief: { points } }) {
  /** @type {Vec} */
  const at = [coordinate(points, 0), coordinate(points, 1), coordinate(points, 2)];
  return { ...frameAt(at, spot.turn), at };
}

/** @type {(at: Vec, turn: number) => {up: Vec, side: Vec, fore: Vec}} */
function frameAt(at, turn) {
  const length = Math.sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
  /** @type {Vec} */
  const up = [at[0] / length, at[1] / length, at[2] / length];
  const isSide = Math.abs(up[1]) < 0.9;
  const across = isSide ? up[0] : up[1];
  const flat = Math.sqrt(across * across + up[2] * up[2]);
  const a = isSide ? [up[2] / flat, 0, -up[0] / flat] : [0, up[2] / flat, -up[1] / flat];
  const b = [up[1] * a[2] - up[2] * a[1], up[2] * a[0] - up[0] * a[2], up[0] * a[1] - up[1] * a[0]];
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  /** @type {Vec} */
  const side = [a[0] * c + b[0] * s, a[1] * c + b[1] * s, a[2] * c + b[2] * s];
  /** @type {Vec} */
  const fore = [b[0] * c - a[0] * s, b[1] * c - a[1] * s, b[2] * c - a[2] * s];
  return { up, side, fore };
}

/** @type {(stand: Stand, x: number, y: number, z: number) => Vec} */
export const put = ({ at, up, side, fore }, x, y, z) => [
  at[0] + side[0] * x + up[0] * y + fore[0] * z,
  at[1] + side[1] * x + up[1] * y + fore[1] * z,
  at[2] + side[2] * x + up[2] * y + fore[2] * z,
];

/** A ring of points round a stand, anticlockwise from above. */
export function ring(
  /** @type {Stand} */ stand,
  /** @type {number} */ sides,
  /** @type {number} */ radius,
  /** @type {number} */ high,
  wobble = /** @type {number[]} */ ([]),
) {
  /** @type {Vec[]} */
  const points = [];
  for (let i = 0; i < sides; i++) {
    const turn = (i / sides) * 2 * Math.PI;
    const r = radius * (wobble[i] ?? 1);
    points.push(put(stand, Math.cos(turn) * r, high, Math.sin(turn) * r));
  }
  return points;
}

/** @type {(low: Vec[], tip: Vec, colour: Colour, matter: number, shadow?: number) => void} */
export function cone(low, tip, colour, matter, shadow = 0.12) {
  for (let i = 0; i < low.length; i++) {
    const tint = shade(colour, 1 - shadow + 2 * shadow * ((i * 7) % 5) * 0.25);
    facet(low[i], low[(i + 1) % low.length], tip, tint, matter);
  }
}

/** @type {(low: Vec[], high: Vec[], colour: Colour, matter: number) => void} */
export function band(low, high, colour, matter) {
  for (let i = 0; i < low.length; i++) {
    const next = (i + 1) % low.length;
    const tint = shade(colour, 0.92 + 0.16 * (((i * 3) % 4) / 3));
    facet(low[i], low[next], high[next], tint, matter);
    facet(low[i], high[next], high[i], tint, matter);
  }
}
