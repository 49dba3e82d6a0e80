/**
 * The colours of land, before light: the habitats' own (`static/css/tokens.css`), spread by hand into the shades that
 * nature has.
 */

/** @typedef {[number, number, number]} Colour red, green, blue of 255, as written in CSS */

/** @type {(hex: string) => Colour} */
const css = (hex) => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

export const PALETTE = {
  beach: css("#f0d79a"),
  wetSand: css("#cfae72"),
  waterEdge: css("#5fa8ea"),
  meadow: css("#6fa84f"),
  wood: css("#368f5a"),
  woodDeep: css("#1c6546"),
  pine: [css("#17694a"), css("#1f8258"), css("#2a9c6a")],
  crown: [css("#36b57a"), css("#5fc77f"), css("#93cf63")],
  autumn: css("#f0a13a"),
  sand: css("#e4ab47"),
  sandLight: css("#f3d08a"),
  sandShade: css("#bf8037"),
  mesa: [css("#a04c36"), css("#c46c40"), css("#7c392e")],
  cactus: css("#2f9a68"),
  rock: css("#5d3a54"),
  rockLight: css("#84596f"),
  rockDark: css("#33203a"),
  scree: css("#6d5063"),
  snow: css("#f4f7fd"),
  ice: css("#eef9fd"),
  icePale: css("#c3e9f8"),
  iceBlue: css("#6fc0ea"),
  iceDeep: css("#1f78c4"),
  soil: css("#7a4a35"),
  stone: css("#4a3f52"),
  deepStone: css("#2b2b40"),
  steel: css("#cfd6e6"),
  copper: css("#d58a55"),
  plate: css("#303848"),
};

/** @type {(a: Colour, b: Colour, t: number) => Colour} */
export function blend(a, b, t) {
  const much = Math.min(1, Math.max(0, t));
  return [a[0] + (b[0] - a[0]) * much, a[1] + (b[1] - a[1]) * much, a[2] + (b[2] - a[2]) * much];
}

/** @type {(a: Colour, by: number) => Colour} */
export const shade = (a, by) => [
  Math.min(255, a[0] * by),
  Math.min(255, a[1] * by),
  Math.min(255, a[2] * by),
];
