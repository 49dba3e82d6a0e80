/**
 * How high the land stands at each vertex of an area, above its body. Every habitat reaches the same rim
 * height where it meets another, so there are no cracks; towards a free face relief sinks, as a tile's does.
 */
import { lerp, mix, smooth } from "./noise.js";
import { feelRidges, ridgesNear, slide } from "./ridges.js";
import { bodyRadius } from "./solid.js";

/** @typedef {import("./world.js").World} World */
/** @typedef {import("./world.js").Field} Field */
/**
 * @typedef {object} Relief
 * @property {Float32Array} height above the body
 * @property {Float32Array} phase of the dunes, in waves; elsewhere 0
 * @property {Float32Array} points the vertices themselves, 3 each
 */

export const RIM = 0.011;
const DUNES = 6.2;
const PLATES = 5.4;

/** @type {(world: World, field: Field, area: number, steps: number) => Relief} */
export function reliefOf(world, field, area, steps) {
  const count = field.inland.length;
  const height = new Float32Array(count);
  const phase = new Float32Array(count);
  const points = new Float32Array(count * 3);
  const raise = RAISERS[/** @type {keyof typeof RAISERS} */ (world.areas[area])](
    world,
    area,
    steps,
    field.place,
    phase,
  );
  for (let at = 0; at < count; at++) {
    const inland = field.inland[at];
    height[at] = RIM + (raise(at, inland) - RIM) * lerp(0.22, 1, smooth(0, 0.16, field.toFree[at]));
    const i = at * 3;
    const x = field.place[i];
    const y = field.place[i + 1];
    const z = field.place[i + 2];
    const radius = bodyRadius(x, y, z) + height[at];
    points[i] = x * radius;
    points[i + 1] = y * radius;
    points[i + 2] = z * radius;
  }
  return { height, phase, points };
}

/** @typedef {(world: World, area: number, steps: number, place: Float32Array, phase: Float32Array) => (at: number, inland: number) => number} Raiser */

const RAISERS = { O: sea, F: hills, D: dunes, M: peaks, G: plates };

/** The sea is a surface at height 0; its floor exists as colour only. @type {Raiser} */
function sea() {
  return (_, inland) => RIM * (1 - smooth(0, 0.032, inland));
}

/** @type {Raiser} */
function hills({ noise }, _area, _steps, place) {
  return (at, inland) => {
    const x = place[at * 3];
    const y = place[at * 3 + 1];
    const z = place[at * 3 + 2];
    const swell = 0.5 + 0.5 * noise(x * 3.1, y * 3.1, z * 3.1) + 0.2 * noise(x * 8, y * 8, z * 8);
    return RIM + (0.01 + 0.045 * swell) * smooth(0, 0.12, inland);
  };
}

/** @type {Raiser} */
function dunes({ noise, winds }, area, _steps, place, phase) {
  const wind = winds[area];
  return (at, inland) => {
    const x = place[at * 3];
    const y = place[at * 3 + 1];
    const z = place[at * 3 + 2];
    const bend = 0.42 * noise(x * 2.1 + 9, y * 2.1, z * 2.1) + 0.13 * noise(x * 6, y * 6 + 4, z * 6);
    phase[at] = DUNES * (x * wind[0] + y * wind[1] + z * wind[2]) + bend * 2 + 40;
    const wave = phase[at] - Math.floor(phase[at]);
    const crest = wave < 0.68 ? smooth(0, 0.68, wave) : 1 - smooth(0.68, 1, wave);
    const patch = smooth(-0.35, 0.4, noise(x * 2.4, y * 2.4 + 20, z * 2.4));
    return RIM + (0.008 + 0.036 * crest * lerp(0.35, 1, patch)) * smooth(0.01, 0.12, inland);
  };
}

/** @type {Raiser} */
function peaks(world, area, steps, place) {
  const ridges = ridgesNear(world, area);
  const felt = { height: 0, away: 1, x: 0, y: 0, z: 0 };
  const step = 0.73 / steps;
  return (at, inland) => {
    const i = at * 3;
    feelRidges(ridges, place[i], place[i + 1], place[i + 2], felt);
    const much = slide(felt.away, step, inland);
    if (much > 0) {
      place[i] = lerp(place[i], felt.x, much);
      place[i + 1] = lerp(place[i + 1], felt.y, much);
      place[i + 2] = lerp(place[i + 2], felt.z, much);
      feelRidges(ridges, place[i], place[i + 1], place[i + 2], felt);
    }
    const x = place[i] * 9;
    const y = place[i + 1] * 9;
    const z = place[i + 2] * 9;
    const crag =
      0.014 * world.noise(x, y, z) * (1 - 0.7 * much) + 0.009 * world.noise(x * 2.3, y * 2.3, z * 2.3);
    return RIM + (0.012 + felt.height + crag) * smooth(-0.012, 0.13, inland) * smooth(0, 0.03, inland);
  };
}

/** Plates of ice with crevasses between, behind a cliff. @type {Raiser} */
function plates(world, _area, _steps, place) {
  return (at, inland) => {
    const i = at * 3;
    const [lift, gap] = plateAt(world.seed, place[i] * PLATES, place[i + 1] * PLATES, place[i + 2] * PLATES);
    const cliff = smooth(0, 0.036, inland);
    const inner = smooth(0.02, 0.1, inland);
    return RIM + cliff * 0.05 + inner * (lift * 0.075 - 0.085 * (1 - smooth(0.03, 0.2, gap)));
  };
}

const plate = [0, 0];

/**
 * The plate a point of space lies on: its height in [0, 1], tilted, and how far its edge is.
 * @type {(seed: number, x: number, y: number, z: number) => number[]}
 */
function plateAt(seed, x, y, z) {
  const fx = Math.floor(x);
  const fy = Math.floor(y);
  const fz = Math.floor(z);
  let first = 9;
  let second = 9;
  let lift = 0;
  for (let i = fx - 1; i <= fx + 1; i++) {
    for (let j = fy - 1; j <= fy + 1; j++) {
      for (let k = fz - 1; k <= fz + 1; k++) {
        const h = mix(seed + i, j, k);
        const dx = i + (h & 1023) / 1023 - x;
        const dy = j + ((h >>> 10) & 1023) / 1023 - y;
        const dz = k + ((h >>> 20) & 1023) / 1023 - z;
        const away = dx * dx + dy * dy + dz * dz;
        if (away < first) {
          second = first;
          first = away;
          lift = (h & 255) / 255 + (0.5 * (dx * ((h & 64) - 32) + dy * ((h & 2048) / 32 - 32))) / 32;
        } else if (away < second) second = away;
      }
    }
  }
  plate[0] = Math.min(1.2, Math.max(0, lift));
  plate[1] = Math.sqrt(second) - Math.sqrt(first);
  return plate;
}
