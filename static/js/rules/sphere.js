/**
 * The planet's geometry: twelve faces, five areas each, and who borders whom. Everything follows from one table,
 * the one of docs/record.md; area numbers are 5 * face + slot.
 */

/** Row f: the faces around face f, clockwise as seen from outside; the place in the row is the slot. */
export const FACES_AROUND = [
  [1, 2, 3, 4, 5],
  [0, 5, 10, 6, 2],
  [0, 1, 6, 7, 3],
  [0, 2, 7, 8, 4],
  [0, 3, 8, 9, 5],
  [0, 4, 9, 10, 1],
  [11, 7, 2, 1, 10],
  [11, 8, 3, 2, 6],
  [11, 9, 4, 3, 7],
  [11, 10, 5, 4, 8],
  [11, 6, 1, 5, 9],
  [10, 9, 8, 7, 6],
];

export const FACES = 12;
export const SLOTS = 5;
export const AREAS = FACES * SLOTS;

/**
 * @param {number} face
 * @param {number} slot
 */
export function areaNumber(face, slot) {
  return SLOTS * face + slot;
}

/** @param {number} area */
export function faceOf(area) {
  return Math.floor(area / SLOTS);
}

/** @param {number} area */
export function slotOf(area) {
  return area % SLOTS;
}

/**
 * The area across the outer edge of this one.
 * @param {number} area
 */
export function areaAcross(area) {
  const here = faceOf(area);
  const there = FACES_AROUND[here][slotOf(area)];
  return areaNumber(there, FACES_AROUND[there].indexOf(here));
}

/**
 * How many edges one crosses on the way from a face to another: at most 3, to the opposite one.
 * @param {number} face
 * @param {number} other
 */
export function stepsBetween(face, other) {
  if (face === other) return 0;
  if (FACES_AROUND[face].includes(other)) return 1;
  return FACES_AROUND[face].some((between) => FACES_AROUND[between].includes(other)) ? 2 : 3;
}

/** The three neighbours of every area: the next on its face, the one before, the one across. */
export const AREA_NEIGHBOURS = Array.from({ length: AREAS }, (_, area) => {
  const face = faceOf(area);
  const slot = slotOf(area);
  return [areaNumber(face, (slot + 1) % SLOTS), areaNumber(face, (slot + 4) % SLOTS), areaAcross(area)];
});
