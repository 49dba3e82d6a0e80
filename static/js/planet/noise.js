/**
 * Chance that is the same for everybody: hashes and smooth noise made from a text. No clock and no
 * Math.random, so that a planet looks alike on every screen and after every reload.
 */

/** A 32-bit number for a text (FNV-1a). @type {(text: string) => number} */
export function hashText(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** Mix whole numbers into one. @type {(a: number, b: number, c?: number) => number} */
export function mix(a, b, c = 0) {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15) ^ Math.imul(c + 0x165667b1, 0x27d4eb2f), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A number in [0, 1) from whole numbers. @type {(a: number, b: number, c?: number) => number} */
export const chance = (a, b, c = 0) => mix(a, b, c) / 4294967296;

/** A stream of numbers in [0, 1). @type {(seed: number) => () => number} */
export function stream(seed) {
  let at = seed >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let t = Math.imul(at ^ (at >>> 15), at | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** @type {(a: number, b: number, x: number) => number} */
export function smooth(a, b, x) {
  const t = Math.min(1, Math.max(0, (x - a) / (b - a)));
  return t * t * (3 - 2 * t);
}

/** @type {(a: number, b: number, t: number) => number} */
export const lerp = (a, b, t) => a + (b - a) * t;

const GRADIENTS = [
  1, 1, 0, -1, 1, 0, 1, -1, 0, -1, -1, 0, 1, 0, 1, -1, 0, 1, 1, 0, -1, -1, 0, -1, 0, 1, 1, 0, -1, 1, 0, 1, -1,
  0, -1, -1, 1, 1, 0, -1, 1, 0, 0, -1, 1, 0, -1, -1,
];

/** @typedef {(x: number, y: number, z: number) => number} Noise */

/** Smooth noise in about [-1, 1] over space. @type {(seed: number) => Noise} */
export function makeNoise(seed) {
  const next = stream(seed);
  const table = new Uint8Array(512);
  for (let i = 0; i < 256; i++) table[i] = i;
  for (let i = 255; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [table[i], table[j]] = [table[j], table[i]];
  }
  table.copyWithin(256, 0, 256);
  const slope = (
    /** @type {number} */ h,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ z,
  ) => {
    const g = (h & 15) * 3;
    return GRADIENTS[g] * x + GRADIENTS[g + 1] * y + GRADIENTS[g + 2] * z;
  };
  return (x, y, z) => {
    const fx = Math.floor(x);
    const fy = Math.floor(y);
    const fz = Math.floor(z);
    const i = fx & 255;
    const j = fy & 255;
    const k = fz & 255;
    const u = x - fx;
    const v = y - fy;
    const w = z - fz;
    const a = table[i] + j;
    const b = table[i + 1] + j;
    const aa = table[a & 255] + k;
    const ab = table[(a + 1) & 255] + k;
    const ba = table[b & 255] + k;
    const bb = table[(b + 1) & 255] + k;
    const su = u * u * u * (u * (u * 6 - 15) + 10);
    const sv = v * v * v * (v * (v * 6 - 15) + 10);
    const sw = w * w * w * (w * (w * 6 - 15) + 10);
    const low = lerp(
      lerp(slope(table[aa], u, v, w), slope(table[ba], u - 1, v, w), su),
      lerp(slope(table[ab], u, v - 1, w), slope(table[bb], u - 1, v - 1, w), su),
      sv,
    );
    const high = lerp(
      lerp(slope(table[aa + 1], u, v, w - 1), slope(table[ba + 1], u - 1, v, w - 1), su),
      lerp(slope(table[ab + 1], u, v - 1, w - 1), slope(table[bb + 1], u - 1, v - 1, w - 1), su),
      sv,
    );
    return lerp(low, high, sw);
  };
}
