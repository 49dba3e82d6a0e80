/**
 * Where the twelve faces lie when a planet is unfolded, two flowers of six, and which neighbour an arrow key leads to.
 * The flowers are locked into each other on the diagonal. Any face can be the centre of the first flower; the face
 * opposite is then the centre of the second. Pure geometry.
 */

import { areaAcross, FACES_AROUND, SLOTS } from "../rules/sphere.js";

/** @typedef {{x: number, y: number}} Point */
/**
 * A face on the sheet: its middle, and the direction of slot 0 in degrees, clockwise from the right.
 * @typedef {{x: number, y: number, angle: number}} Place
 */
/**
 * @typedef {object} Sheet
 * @property {Place[]} places   by face
 * @property {number} radius    from a face's middle to its corner
 * @property {number} width
 * @property {number} height
 */

const STEP = 360 / SLOTS;
/** From a face's middle to its edge, in radii. */
export const APOTHEM = Math.cos(Math.PI / SLOTS);

/** Two ways to lay the flowers, for broad and for tall places. The offsets were found by search: tight, never touching. */
const BROAD = { angle: -72, x: 4.2, y: 1.75, width: 8.437, height: 6.73 };
const TALL = { angle: -54, x: 2.25, y: 3.8, width: 7.23, height: 8.036 };

/** @param {number} degrees */
const radians = (degrees) => (degrees * Math.PI) / 180;

/** @param {number} face */
export function opposite(face) {
  const near = new Set([face, ...FACES_AROUND[face]]);
  return FACES_AROUND.findIndex((around, other) => !near.has(other) && around.every((one) => !near.has(one)));
}

/**
 * The sheet that fits best into a box, centre in the first flower.
 * @param {number} centre
 * @param {number} width
 * @param {number} height
 * @param {number} [margin]
 * @returns {Sheet}
 */
export function unfold(centre, width, height, margin = 6) {
  const [broad, tall] = [BROAD, TALL].map((shape) => fit(shape, width - 2 * margin, height - 2 * margin));
  const shape = broad >= tall ? BROAD : TALL;
  const radius = Math.max(broad, tall);
  const places = flowers(centre, shape);
  const box = bounds(places);
  const left = (width / radius - box.right - box.left) / 2;
  const top = (height / radius - box.bottom - box.top) / 2;
  const moved = places.map(({ x, y, angle }) => ({ x: (x + left) * radius, y: (y + top) * radius, angle }));
  return { places: moved, radius, width, height };
}

/**
 * @param {{width: number, height: number}} shape
 * @param {number} width
 * @param {number} height
 */
function fit(shape, width, height) {
  return Math.max(8, Math.min(width / shape.width, height / shape.height));
}

/**
 * @param {number} centre
 * @param {{angle: number, x: number, y: number}} shape
 * @returns {Place[]}
 */
function flowers(centre, shape) {
  /** @type {Place[]} */
  const places = [];
  lay(places, centre, { x: 0, y: 0, angle: shape.angle });
  const far = opposite(centre);
  const [, second, third] = FACES_AROUND[centre];
  // The face that borders both petals next to the second flower looks back at them.
  const facing = FACES_AROUND[far].findIndex((face) => touches(face, second) && touches(face, third));
  lay(places, far, { x: shape.x, y: shape.y, angle: shape.angle + STEP + 180 - STEP * facing });
  return places;
}

/**
 * @param {number} a
 * @param {number} b
 */
function touches(a, b) {
  return FACES_AROUND[a].includes(b);
}

/**
 * Puts a face and its five petals on the sheet.
 * @param {Place[]} places
 * @param {number} centre
 * @param {Place} place
 */
function lay(places, centre, place) {
  places[centre] = place;
  FACES_AROUND[centre].forEach((petal, slot) => {
    const out = place.angle + STEP * slot;
    const back = FACES_AROUND[petal].indexOf(centre);
    const x = place.x + 2 * APOTHEM * Math.cos(radians(out));
    const y = place.y + 2 * APOTHEM * Math.sin(radians(out));
    places[petal] = { x, y, angle: out + 180 - STEP * back };
  });
}

/** @param {Place[]} places */
function bounds(places) {
  const corners = places.flatMap((place) => outline(place, 1));
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/**
 * The five corners of a face; corner k lies between the edges of slots k - 1 and k.
 * @param {Place} place
 * @param {number} radius
 * @returns {Point[]}
 */
export function outline(place, radius) {
  return Array.from({ length: SLOTS }, (_, slot) => at(place, radius, slot - 0.5));
}

/**
 * The point `distance` from the middle of a face towards a slot (whole: its edge's middle, half: a corner).
 * @param {Place} place
 * @param {number} distance
 * @param {number} slot
 * @returns {Point}
 */
export function at(place, distance, slot) {
  const angle = radians(place.angle + STEP * slot);
  return { x: place.x + distance * Math.cos(angle), y: place.y + distance * Math.sin(angle) };
}

/**
 * Whether the edge of this area lies against its neighbour's on the sheet, so that nothing parts them.
 * @param {Sheet} sheet
 * @param {number} area
 */
export function isFoldFlat(sheet, area) {
  const [a, b] = [area, areaAcross(area)].map((one) => edgeMiddle(sheet, one));
  return Math.hypot(a.x - b.x, a.y - b.y) < sheet.radius * 0.05;
}

/**
 * @param {Sheet} sheet
 * @param {number} area
 * @returns {Point}
 */
export function edgeMiddle({ places, radius }, area) {
  return at(places[Math.floor(area / SLOTS)], radius * APOTHEM, area % SLOTS);
}

/**
 * The face under a point of the sheet, if there is one.
 * @param {Sheet} sheet
 * @param {Point} point
 * @param {number} [reach]  in radii; more than the apothem also catches from the gaps
 * @returns {number | null}
 */
export function faceAt({ places, radius }, point, reach = 1) {
  const far = places.map(({ x, y }) => Math.hypot(x - point.x, y - point.y));
  const nearest = far.indexOf(Math.min(...far));
  return far[nearest] <= radius * reach ? nearest : null;
}

/** The four directions of the arrow keys, in degrees clockwise from the right. */
const ARROWS = { ArrowRight: 0, ArrowDown: 90, ArrowLeft: 180, ArrowUp: 270 };

/**
 * The true neighbour of a face in the direction of an arrow key, as the sheet shows the face.
 * @param {Sheet} sheet
 * @param {number} face
 * @param {string} key
 * @returns {number | null}
 */
export function neighbourTowards({ places }, face, key) {
  const wanted = ARROWS[/** @type {keyof typeof ARROWS} */ (key)];
  if (wanted === undefined) return null;
  const turned = FACES_AROUND[face].map((_, slot) => angleBetween(places[face].angle + STEP * slot, wanted));
  return FACES_AROUND[face][turned.indexOf(Math.min(...turned))];
}

/**
 * @param {number} a
 * @param {number} b
 */
function angleBetween(a, b) {
  const turn = Math.abs(a - b) % 360;
  return Math.min(turn, 360 - turn);
}
