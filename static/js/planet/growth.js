/**
 * What stands on the land: woods of pines and broad crowns, mesas and cacti, crystals, icebergs, a few
 * pines that climb. Everything is poured into the area's own triangles: no more draws, and it is picked as
 * part of its area.
 */
import { lerp, smooth, stream } from "./noise.js";
import { blend, PALETTE, shade } from "./palette.js";
import { MATTER } from "./sink.js";
import { band, cone, lookAbout, put, ring, standThere } from "./stand.js";

/** @typedef {import("./solid.js").Vec} Vec */
/** @typedef {import("./stand.js").Plot} Plot */
/** @typedef {import("./stand.js").Stand} Stand */
/** @typedef {import("./stand.js").Dice} Dice */

/** @type {(plot: Plot) => void} */
export function growOn(plot) {
  const dice = stream(plot.world.seed ^ (plot.area * 7919));
  const grow = { O: flotsam, F: wood, D: desert, M: climbers, G: crystals }[plot.world.areas[plot.area]];
  grow?.(plot, dice);
}

/** Keeps those that do not stand in each other's way. @type {(kept: Vec[], at: Vec, gap: number) => boolean} */
function isClear(kept, at, gap) {
  for (const other of kept) {
    const across = other[0] - at[0];
    const along = other[1] - at[1];
    const up = other[2] - at[2];
    if (across * across + along * along + up * up <= gap * gap) return false;
  }
  return true;
}

/** @type {(plot: Plot, dice: Dice) => void} */
function wood(plot, dice) {
  const { noise } = plot.world;
  const size = plot.plenty < 0.7 ? 1.55 : 1;
  /** @type {Vec[]} */
  const kept = [];
  for (let i = 0; i < Math.round(150 * plot.plenty); i++) {
    const { inland, toFree } = lookAbout(plot, dice);
    const [luck, tint] = [dice(), dice()];
    if (inland < 0.034 || toFree < 0.03 || luck > lerp(0.35, 1.1, smooth(0.02, 0.14, inland))) continue;
    const stand = standThere(plot);
    const [x, y, z] = stand.at;
    if (!isClear(kept, stand.at, 0.039 * size)) continue;
    kept.push(stand.at);
    const grown = size * lerp(0.72, 1.08, smooth(0.04, 0.18, inland)) * lerp(0.8, 1.15, luck);
    if (noise(x * 2.2, y * 2.2 + 3, z * 2.2) + (tint - 0.5) * 0.2 > -0.02)
      pine(stand, grown, tint, plot.plenty > 0.7);
    else crown(stand, grown, tint);
  }
}

/** @type {(stand: Stand, size: number, tint: number, full?: boolean) => void} */
function pine(stand, size, tint, full = true) {
  const colour = blend(PALETTE.pine[0], tint < 0.5 ? PALETTE.pine[1] : PALETTE.pine[2], tint);
  const sides = full ? 5 : 4;
  cone(
    ring(stand, sides, 0.032 * size, 0.006),
    put(stand, 0, 0.07 * size, 0),
    shade(colour, 0.8),
    MATTER.leaf,
  );
  cone(
    ring(stand, sides, 0.023 * size, 0.044 * size),
    put(stand, 0, 0.112 * size, 0),
    shade(colour, 1.12),
    MATTER.leaf,
  );
}

/** @type {(stand: Stand, size: number, tint: number) => void} */
function crown(stand, size, tint) {
  const colour =
    tint > 0.94
      ? PALETTE.autumn
      : blend(PALETTE.crown[0], tint < 0.5 ? PALETTE.crown[1] : PALETTE.crown[2], tint * 1.2);
  const low = ring(stand, 5, 0.02 * size, 0.004);
  const wide = ring(stand, 5, 0.034 * size, 0.032 * size, [1, 0.9, 1.1, 0.95, 1.05]);
  band(low, wide, shade(colour, 0.72), MATTER.leaf);
  cone(wide, put(stand, 0.006 * size, 0.066 * size, 0), shade(colour, 1.05), MATTER.leaf, 0.06);
}

/** @type {(plot: Plot, dice: Dice) => void} */
function desert(plot, dice) {
  const small = plot.plenty < 0.7;
  for (let i = 0; i < (small ? 1 : 2); i++) {
    const { inland, toFree } = lookAbout(plot, dice);
    if (inland > 0.07 && toFree > 0.09 && dice() < 0.62)
      mesa(standThere(plot), lerp(0.8, 1.35, dice()) * (small ? 1.2 : 1), dice);
  }
  if (small) return;
  for (let i = 0; i < 4; i++) {
    const { inland, toFree } = lookAbout(plot, dice);
    if (inland > 0.04 && toFree > 0.05 && dice() < 0.6) cactus(standThere(plot), lerp(0.8, 1.3, dice()));
  }
}

/** @type {(stand: Stand, size: number, dice: Dice) => void} */
function mesa(stand, size, dice) {
  const wobble = Array.from({ length: 7 }, () => lerp(0.82, 1.15, dice()));
  const [foot, waist, brow, top] = [
    [0.052, -0.01],
    [0.04, 0.03],
    [0.043, 0.036],
    [0.034, 0.068],
  ].map(([r, h]) => ring(stand, 7, r * size, h * size, wobble));
  band(foot, waist, PALETTE.mesa[2], MATTER.plain);
  band(waist, brow, PALETTE.mesa[1], MATTER.plain);
  band(brow, top, PALETTE.mesa[0], MATTER.plain);
  cone(top, put(stand, 0, 0.07 * size, 0), PALETTE.mesa[1], MATTER.plain, 0.03);
}

/** @type {(stand: Stand, size: number) => void} */
function cactus(stand, size) {
  const stem = (
    /** @type {number} */ x,
    /** @type {number} */ low,
    /** @type {number} */ high,
    /** @type {number} */ r,
  ) => {
    const moved = { ...stand, at: put(stand, x * size, 0, 0) };
    const [bottom, top] = [ring(moved, 4, r * size, low * size), ring(moved, 4, r * size * 0.8, high * size)];
    band(bottom, top, PALETTE.cactus, MATTER.leaf);
    cone(top, put(moved, 0, (high + 0.006) * size, 0), PALETTE.cactus, MATTER.leaf);
  };
  stem(0, -0.005, 0.052, 0.009);
  stem(0.018, 0.014, 0.04, 0.0065);
  stem(-0.017, 0.022, 0.046, 0.006);
}

/** @type {(plot: Plot, dice: Dice) => void} */
function climbers(plot, dice) {
  for (let i = 0; i < Math.round(14 * plot.plenty); i++) {
    const { inland, toFree, beside } = lookAbout(plot, dice);
    const tint = dice();
    if (beside === "F" && inland > 0.012 && inland < 0.075 && toFree > 0.04)
      pine(standThere(plot), 0.75, tint);
  }
}

/** @type {(plot: Plot, dice: Dice) => void} */
function crystals(plot, dice) {
  for (let i = 0; i < Math.round(12 * plot.plenty); i++) {
    const { inland, toFree, height } = lookAbout(plot, dice);
    const size = lerp(0.7, 1.3, dice());
    if (inland < 0.05 || toFree < 0.08 || height < 0.09 || dice() > 0.5) continue;
    const stand = standThere(plot);
    const lean = lerp(-0.02, 0.02, dice());
    cone(
      ring(stand, 5, 0.017 * size, -0.01),
      put(stand, lean, 0.066 * size, lean),
      PALETTE.icePale,
      MATTER.ice,
      0.2,
    );
    const mate = { ...stand, at: put(stand, 0.022 * size, -0.006, 0.006) };
    cone(ring(mate, 4, 0.012 * size, -0.01), put(mate, 0.016, 0.036 * size, 0), PALETTE.ice, MATTER.ice, 0.2);
  }
}

/** Icebergs off glaciers, skerries off mountains. @type {(plot: Plot, dice: Dice) => void} */
function flotsam(plot, dice) {
  for (let i = 0; i < Math.round(9 * plot.plenty); i++) {
    const { inland, toFree, beside } = lookAbout(plot, dice);
    const size = lerp(0.5, 1.1, dice());
    const isIce = beside === "G";
    if ((!isIce && beside !== "M") || inland < 0.035 || inland > 0.12 || toFree < 0.05) continue;
    const stand = standThere(plot);
    const low = ring(stand, 5, 0.028 * size, -0.006, [1, 0.8, 1.1, 0.9, 1.2]);
    const colour = isIce ? PALETTE.ice : PALETTE.rockDark;
    cone(
      low,
      put(stand, 0.006, (isIce ? 0.032 : 0.024) * size, 0),
      colour,
      isIce ? MATTER.ice : MATTER.plain,
      0.14,
    );
  }
}
