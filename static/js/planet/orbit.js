/**
 * Where a planet's animals are seen: on their land while it faces the eye, else beside the planet as small moons,
 * on the side on which they live and none over another. So everybody sees all of them, and each but once.
 */
import { smooth } from "./noise.js";

/** @typedef {import("./solid.js").Vec} Vec */

/** Of the moons' path; clear of most land, and within what a canvas shows. */
export const PATH = 1.27;
/** What a moon takes of its path, in radians. */
export const ROOM = 0.18;
/** How far land is turned to the eye when it goes out of sight, and when all of it is seen. */
const [GONE, SEEN] = [0.1, 0.34];
const ROUNDS = 16;
/** Of a moon's disc, and how far the eye is: what is nearer to it looks larger, and further out. */
const DISC = 0.1;
const FAR = 6.4;

/**
 * @param {Vec[]} homes  where they live, as the eye sees it, from +z
 * @param {number} [zoom]  how much larger than the canvas the planet is
 * @returns {{at: Vec, isAway: boolean}[]} where they are shown: all within the canvas, unless they live beyond it
 */
export function seenFrom(homes, zoom = 1) {
  const path = Math.min(PATH, (PATH + DISC) / zoom - DISC);
  const away = homes.map((home) => 1 - smooth(GONE, SEEN, home[2] / Math.hypot(...home)));
  const angles = spread(
    homes.map(([x, y]) => Math.atan2(y, x)),
    away,
  );
  return homes.map(([x, y, z], i) => {
    const high = z * (1 - away[i]);
    const [across, up] = [
      x + (path * Math.cos(angles[i]) - x) * away[i],
      y + (path * Math.sin(angles[i]) - y) * away[i],
    ];
    const most = Math.max(path, PATH * Number(zoom > 1)) * (1 - high / FAR) - (DISC * high) / FAR;
    const share = Math.min(1, most / Math.hypot(across, up));
    return { at: [across * share, up * share, high], isAway: away[i] > 0 };
  });
}

/** Neighbours on the path make room for each other, the more so the further both have left their land. @type {(angles: number[], away: number[]) => number[]} */
function spread(angles, away) {
  const apart = [...angles];
  const order = angles.map((_, i) => i).filter((i) => away[i] > 0);
  order.sort((a, b) => angles[a] - angles[b]);
  for (let round = 0; round < ROUNDS && order.length > 1; round++) {
    order.forEach((a, place) => {
      const b = order[(place + 1) % order.length];
      const gap = apart[b] - apart[a] + (place + 1 === order.length ? 2 * Math.PI : 0);
      const push = (Math.max(0, ROOM - gap) / 2) * away[a] * away[b];
      apart[a] -= push;
      apart[b] += push;
    });
  }
  return apart;
}
