/**
 * A little planet as a drawing: the softened dodecahedron seen from one side, straight lines and shades alone. It needs
 * neither WebGL nor a page, so the same few lines draw the stills that the server sends and what a hand turns.
 */

import { AREA_CORNERS, bodyRadius, dot, EDGES, middle, NORMALS, normalise } from "../../planet/solid.js";
import { FACES_AROUND } from "../../rules/sphere.js";

/** @typedef {import("../../planet/solid.js").Vec} Vec */
/** @typedef {[number, number, number, number]} Attitude  a quaternion: x, y, z, w */

/** What a planet in the drawing measures; the drawing itself reaches from -110 to 110. */
const SCALE = 86;
const LETTERS = "OFDMG.";
/** Where the light comes from, in the eye's frame. */
const SUN = normalise([-0.55, 0.62, 0.72]);
const DARKEST = 0.44;

/** @type {(q: Attitude, v: Vec) => Vec} */
export function turned([x, y, z, w], [a, b, c]) {
  const [p, q, r] = [y * c - z * b + w * a, z * a - x * c + w * b, x * b - y * a + w * c];
  return [a + 2 * (y * r - z * q), b + 2 * (z * p - x * r), c + 2 * (x * q - y * p)];
}

/** First `b`, then `a`. @type {(a: Attitude, b: Attitude) => Attitude} */
export function after([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** @type {(axis: Vec, angle: number) => Attitude} */
export function turnAbout([x, y, z], angle) {
  const s = Math.sin(angle / 2);
  return [x * s, y * s, z * s, Math.cos(angle / 2)];
}

/** Seen from above the equator, north up: so many degrees to the east, so many to the north. @type {(look: number[]) => Attitude} */
export function lookingAt([east, north]) {
  const [yaw, pitch] = [(-east * Math.PI) / 180, (north * Math.PI) / 180];
  return after(turnAbout([1, 0, 0], pitch), turnAbout([0, 1, 0], yaw));
}

/** The attitude in which a face is in the middle, north up. @type {(face: number) => Attitude} */
export function facing(face) {
  const [x, y, z] = NORMALS[face];
  return lookingAt([(Math.atan2(x, z) * 180) / Math.PI, (Math.asin(y) * 180) / Math.PI]);
}

/** The face nearest to the eye. @param {Attitude} q */
export function nearestFace(q) {
  const near = NORMALS.map((normal) => turned(q, normal)[2]);
  return near.indexOf(Math.max(...near));
}

/** The neighbour of the nearest face that lies in a direction of the screen, y up. @type {(q: Attitude, x: number, y: number) => number} */
export function neighbourTowards(q, x, y) {
  const face = nearestFace(q);
  const held = facing(face);
  const score = FACES_AROUND[face].map((other) => {
    const [a, b] = turned(held, NORMALS[other]);
    return (a * x + b * y) / Math.hypot(a, b);
  });
  return FACES_AROUND[face][score.indexOf(Math.max(...score))];
}

/** @param {number} value */
const short = (value) => String(Math.round(value * 10) / 10);

/**
 * Everything of the drawing, as SVG.
 * @param {string} areas  60 letters, "." where no tile lies
 * @param {number[]} lit  areas that are talked about
 * @param {Attitude} q
 */
export function drawPlanet(areas, lit, q) {
  const view = look(q);
  const isLit = new Set(lit);
  const shown = AREA_CORNERS.map((_, area) => area).filter(view.sees);
  const [bright, faint] = [shown.filter((area) => isLit.has(area)), shown.filter((area) => !isLit.has(area))];
  return [
    lands(areas, bright, "lit", view),
    lands(areas, faint, isLit.size ? "dim" : "plain", view),
    line("folds", view, ([a, b], outer) => outer && areas[a] === areas[b]),
    line("seams", view, ([a, b]) => areas[a] !== areas[b]),
    icons(areas, faint, isLit.size ? "dim" : "plain", view),
    shades(view),
    lands(areas, bright, "lit again", view), // half out of the shade
    icons(areas, bright, "lit", view),
    line("rims under", view, ([a, b]) => isLit.has(a) !== isLit.has(b)),
    line("rims", view, ([a, b]) => isLit.has(a) !== isLit.has(b)),
    '<use href="#little-gleam"/>',
  ].join("");
}

/** What is seen, and where. @param {Attitude} q */
function look(q) {
  const normals = NORMALS.map((normal) => turned(q, normal));
  /** @type {(v: Vec) => [number, number]} */
  const spot = (v) => {
    const [x, y] = turned(q, v);
    const far = SCALE * bodyRadius(...v);
    return [x * far, -y * far];
  };
  /** The bulge of an edge: the curve that leads through its middle. @type {(a: Vec, b: Vec) => string} */
  const arc = (a, b) => {
    const [[ax, ay], [bx, by], [mx, my]] = [spot(a), spot(b), spot(middle(a, b))];
    return `Q${short(2 * mx - (ax + bx) / 2)} ${short(2 * my - (ay + by) / 2)} ${short(bx)} ${short(by)}`;
  };
  return {
    normals,
    spot,
    arc,
    point: (/** @type {Vec} */ v) => spot(v).map(short).join(" "),
    sees: (/** @type {number} */ area) => normals[Math.floor(area / 5)][2] > 0.01,
    upright: normals.map(uprightOn),
  };
}

/** @typedef {ReturnType<typeof look>} View */

/** On a face, what is right and what is up for whoever looks. @param {Vec} normal @returns {[Vec, Vec]} */
function uprightOn([x, y, z]) {
  const up = Math.abs(y) > 0.999 ? /** @type {Vec} */ ([0, 0, -y]) : normalise([-x * y, 1 - y * y, -z * y]);
  return [[up[1] * z - up[2] * y, up[2] * x - up[0] * z, up[0] * y - up[1] * x], up];
}

/** Areas of the same habitat are one path. @type {(areas: string, shown: number[], light: string, view: View) => string} */
function lands(areas, shown, light, view) {
  return [...LETTERS]
    .map((letter) => {
      const d = shown.filter((area) => areas[area] === letter).map((area) => triangle(area, view));
      if (d.length === 0) return "";
      const kind = letter === "." ? 'class="bare"' : `class="land ${light}" data-habitat="${letter}"`;
      return `<path ${kind} d="${d.join("")}"/>`;
    })
    .join("");
}

/** @type {(area: number, view: View) => string} */
function triangle(area, { point, arc }) {
  const [c, a, b] = AREA_CORNERS[area];
  return `M${point(c)}L${point(a)}${arc(a, b)}Z`;
}

/** Those edges between areas that are wanted. @type {(kind: string, view: View, isWanted: (areas: number[], outer: boolean) => boolean) => string} */
function line(kind, view, isWanted) {
  const d = EDGES.filter(({ areas, outer }) => areas.some(view.sees) && isWanted(areas, outer))
    .map(({ p, q, outer }) => `M${view.point(p)}${outer ? view.arc(p, q) : `L${view.point(q)}`}`)
    .join("");
  return d && `<path class="${kind}" d="${d}"/>`;
}

/** Each area's sign lies on the area, and so turns away with it. @type {(areas: string, shown: number[], light: string, view: View) => string} */
function icons(areas, shown, light, view) {
  const drawn = shown
    .filter((area) => areas[area] !== "." && view.normals[Math.floor(area / 5)][2] > 0.2)
    .map(
      (area) => `<use href="#little-${areas[area]}" transform="matrix(${placeOf(area, view).join(" ")})"/>`,
    );
  return drawn.length ? `<g class="signs ${light}">${drawn.join("")}</g>` : "";
}

/** Upright on its face, in the heart of the area. @type {(area: number, view: View) => string[]} */
function placeOf(area, view) {
  const [c, a, b] = AREA_CORNERS[area];
  const [x, y] = view.spot(middle(c, a, b, middle(a, b)));
  const [right, up] = view.upright[Math.floor(area / 5)];
  const skewed = [right[0], -right[1], -up[0], up[1]].map((n) => String(Math.round(n * 100) / 100));
  return [...skewed, short(x), short(y)];
}

/** Faces that look away from the sun are darker. @param {View} view */
function shades(view) {
  return view.normals
    .map((normal, face) => {
      const dark = normal[2] > 0.01 ? Math.round((1 - Math.max(0, dot(normal, SUN))) * DARKEST * 20) / 20 : 0;
      return dark ? `<path class="shade" opacity="${dark}" d="${outline(face, view)}"/>` : "";
    })
    .join("");
}

/** @type {(face: number, view: View) => string} */
function outline(face, { point, arc }) {
  const corners = [0, 1, 2, 3, 4].map((slot) => AREA_CORNERS[5 * face + slot]);
  return `M${point(corners[0][1])}${corners.map(([, a, b]) => arc(a, b)).join("")}Z`;
}
