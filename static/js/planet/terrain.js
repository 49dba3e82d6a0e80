/**
 * The mesh of one covered area: its land or sea, the cut sides along free faces, and what grows there.
 * Every small triangle has one colour and belongs to one area, so borders are crisp and picking is exact.
 */
import { gridOf, vertexAt } from "./grid.js";
import { growOn } from "./growth.js";
import { chance } from "./noise.js";
import { PALETTE, shade } from "./palette.js";
import { reliefOf } from "./relief.js";
import { cutChunk, facet, MATTER, openSink, paint, pour, sink } from "./sink.js";
import { ACROSS, bodyRadius } from "./solid.js";
import { COLOURS } from "./tints.js";
import { fieldOf } from "./world.js";

/** @typedef {import("./world.js").World} World */
/** @typedef {import("./world.js").Field} Field */
/** @typedef {import("./relief.js").Relief} Relief */
/** @typedef {import("./palette.js").Colour} Colour */

/** Where the core's plates lie, as a share of the body's radius. */
export const CORE = 0.905;

/** @type {(world: World, area: number, steps: number, plenty: number) => import("./sink.js").Chunk} */
export function buildArea(world, area, steps, plenty) {
  const grid = gridOf(steps);
  const field = fieldOf(world, grid, area);
  const relief = reliefOf(world, field, area, steps);
  openSink(area);
  pourLand(world, area, grid.triangles, field, relief);
  if (world.areas[area] === "O") sink.sea = sink.vertices;
  if (world.areas[ACROSS[area]] === ".") pourSide(world, area, steps, relief);
  growOn({ world, area, field, relief, triangles: grid.triangles, plenty });
  return cutChunk();
}

/** @type {(world: World, area: number, triangles: Uint16Array, field: Field, relief: Relief) => void} */
function pourLand(world, area, triangles, field, relief) {
  const colourOf = COLOURS[/** @type {keyof typeof COLOURS} */ (world.areas[area])];
  const matter = MATTERS[/** @type {keyof typeof MATTERS} */ (world.areas[area])];
  const { points, phase, height } = relief;
  for (let t = 0; t < triangles.length; t += 3) {
    spot.height = spot.inland = spot.high = spot.x = spot.y = spot.z = 0;
    spot.low = 9;
    spot.dice = chance(world.seed + area, t);
    for (let k = 0; k < 3; k++) {
      const at = triangles[t + k];
      const i = at * 3;
      pour(points[i], points[i + 1], points[i + 2], field.inland[at], phase[at]);
      spot.height += height[at] / 3;
      spot.inland += field.inland[at] / 3;
      spot.low = Math.min(spot.low, height[at]);
      spot.high = Math.max(spot.high, height[at]);
      spot.beside = field.beside[at];
      spot.x += field.place[i] / 3;
      spot.y += field.place[i + 1] / 3;
      spot.z += field.place[i + 2] / 3;
    }
    paint(colourOf(world, spot), matter);
  }
}

/** The small triangle that is being coloured. */
const spot = { height: 0, inland: 0, low: 9, high: 0, dice: 0, beside: "", x: 0, y: 0, z: 0 };

const MATTERS = { O: MATTER.plain, F: MATTER.plain, D: MATTER.sand, M: MATTER.stone, G: MATTER.ice };

/** The cut side of a tile: three layers down to the core, like cake. */
function pourSide(
  /** @type {World} */ world,
  /** @type {number} */ area,
  /** @type {number} */ steps,
  /** @type {Relief} */ { points },
) {
  const top = sideColour(world.areas[area]);
  const layers = [top, PALETTE.soil, PALETTE.deepStone];
  const depths = [1, 0.985, 0.955, CORE - 0.004];
  for (let column = 0; column < steps; column++) {
    const ends = [vertexAt(steps, column), vertexAt(steps, column + 1)].map((at) =>
      stack(points, at * 3, depths),
    );
    layers.forEach((colour, layer) => {
      const tint = shade(colour, 0.9 + 0.2 * chance(area, column, layer));
      const [a, b] = ends;
      facet(a[layer], b[layer], b[layer + 1], tint);
      facet(a[layer], b[layer + 1], a[layer + 1], tint);
    });
  }
}

/** @type {(habitat: string) => Colour} */
const sideColour = (habitat) =>
  ({ O: PALETTE.waterEdge, F: PALETTE.wood, D: PALETTE.sandShade, M: PALETTE.rock, G: PALETTE.iceBlue })[
    habitat
  ] ?? PALETTE.stone;

/** Points below a rim vertex. @type {(points: Float32Array, i: number, depths: number[]) => number[][]} */
function stack(points, i, depths) {
  const [x, y, z] = [points[i], points[i + 1], points[i + 2]];
  const length = Math.hypot(x, y, z);
  const body = bodyRadius(x / length, y / length, z / length);
  return depths.map((depth, layer) => {
    const radius = layer === 0 ? length : body * depth;
    return [(x / length) * radius, (y / length) * radius, (z / length) * radius];
  });
}
