/**
 * The colour of each small triangle of land: its habitat's shades by height, slope and patch, drawn towards
 * what it meets across the border (beach, meadow, scree), with a little dice so that no line is ruled.
 */
import { smooth } from "./noise.js";
import { blend, PALETTE, shade } from "./palette.js";
import { RIM } from "./relief.js";

/** @typedef {import("./world.js").World} World */
/** @typedef {import("./palette.js").Colour} Colour */
/** @typedef {{height: number, inland: number, low: number, high: number, dice: number, beside: string, x: number, y: number, z: number}} Spot */

/** By habitat: the colour of a small triangle. */
export const COLOURS = {
  O: seaColour,
  F: forestColour,
  D: desertColour,
  M: mountainColour,
  G: glacierColour,
};

/** @type {(world: World, spot: Spot) => Colour} */
function seaColour(_, { beside }) {
  return beside === "G" ? PALETTE.icePale : beside === "M" ? PALETTE.scree : PALETTE.beach;
}

/** @type {(world: World, spot: Spot) => Colour} */
function forestColour({ noise }, { inland, beside, dice, x, y, z }) {
  const patch = 0.5 + 0.5 * noise(x * 5, y * 5, z * 5) + (dice - 0.5) * 0.3;
  const ground = blend(
    blend(PALETTE.meadow, PALETTE.wood, smooth(0.02, 0.1, inland)),
    PALETTE.woodDeep,
    patch * smooth(0.06, 0.16, inland),
  );
  if (beside === "O") return blend(PALETTE.beach, ground, smooth(0.018, 0.036, inland));
  if (beside === "D") return blend(PALETTE.sandShade, ground, smooth(0, 0.04, inland));
  return ground;
}

/** @type {(world: World, spot: Spot) => Colour} */
function desertColour({ noise }, { height, inland, beside, dice, x, y, z }) {
  const tone = 0.5 + 0.7 * noise(x * 3, y * 3 + 8, z * 3) + (dice - 0.5) * 0.16;
  const sand = blend(
    blend(PALETTE.sand, PALETTE.sandShade, (1 - tone) * 0.5),
    PALETTE.sandLight,
    smooth(0.022, 0.055, height) * 0.6,
  );
  if (beside === "O") return blend(PALETTE.beach, sand, smooth(0.01, 0.05, inland));
  if (beside === "F") return blend(PALETTE.meadow, sand, smooth(-0.02, 0.03, inland));
  return sand;
}

/** @type {(world: World, spot: Spot) => Colour} */
function mountainColour({ noise }, { height, inland, low, high, beside, dice, x, y, z }) {
  const snowline = 0.182 + 0.03 * noise(x * 6, y * 6, z * 6);
  if (height > snowline && low > snowline - 0.04) return shade(PALETTE.snow, 0.95 + 0.05 * dice);
  const steep = smooth(0.02, 0.08, high - low);
  const layers = smooth(-0.3, 0.35, noise(x * 4, y * 4, z * 4 + 5) + 0.6 * (dice - 0.5));
  const dark = 0.35 * dice * steep + 0.3 * (1 - smooth(0.02, 0.09, height));
  const rock = blend(blend(PALETTE.rockLight, PALETTE.rock, layers), PALETTE.rockDark, dark);
  const foot = smooth(-0.02, 0.085, inland + 0.05 * (dice - 0.5));
  if (beside === "F") return blend(PALETTE.meadow, rock, smooth(0.01, 0.06, inland + 0.05 * (dice - 0.5)));
  if (beside === "D") return blend(PALETTE.sandShade, rock, 0.3 + 0.7 * foot);
  if (beside === "G") return blend(PALETTE.icePale, rock, 0.3 + 0.7 * foot);
  return blend(PALETTE.scree, rock, foot);
}

/** @type {(world: World, spot: Spot) => Colour} */
function glacierColour(_, { height, low, high, dice, inland }) {
  const deep = smooth(0.1, 0.02, height - RIM) * smooth(0.025, 0.07, inland);
  const steep = smooth(0.02, 0.07, high - low);
  const ice = blend(PALETTE.ice, PALETTE.icePale, dice * 0.4 + steep * 0.3);
  const blue = blend(ice, PALETTE.iceBlue, steep * (0.25 + 0.5 * dice));
  return blend(blue, PALETTE.iceDeep, deep * 0.85);
}
