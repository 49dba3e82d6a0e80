/**
 * Draws the stills of the rules page: `node scripts/little-planets.js` writes app/pages/stills.json, anew whenever the
 * positions (app/pages/positions.json) or the drawing (static/js/pages/rules/draw.js) have changed.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drawPlanet, lookingAt } from "../static/js/pages/rules/draw.js";

const FOLDER = new URL("../app/pages/", import.meta.url);

/** The drawings by figure, frame and planet, and the signs of habitats that they use. */
export function stills() {
  const figures = Object.entries(JSON.parse(readFileSync(new URL("positions.json", FOLDER), "utf8")));
  const planets = Object.fromEntries(figures.map(([name, figure]) => [name, framesOf(figure)]));
  const signs = Object.fromEntries([..."OFDMG"].map((letter) => [letter, signOf(letter)]));
  return `${JSON.stringify({ signs, planets }, null, 1)}\n`;
}

/** @typedef {{faces: Record<string, string>, lit: number[]}} Position */

/** @param {{look: number[], frames: Position[][]}} figure */
const framesOf = ({ look, frames }) =>
  frames.map((planets) => planets.map(({ faces, lit }) => drawPlanet(areasOf(faces), lit, lookingAt(look))));

/** A habitat's sign around the middle of an area, without its title: the areas have their own names. @param {string} letter */
function signOf(letter) {
  const source = readFileSync(new URL(`../static/signs/src/habitats/${letter}.svg`, import.meta.url), "utf8");
  const [, attributes = "", inside = ""] = source.match(/<svg xmlns="[^"]*" ([^>]*)>([^]*)<\/svg>/) ?? [];
  const drawn = inside.replace(/<title>.*?<\/title>/, "").replace(/\s*\n\s*/g, "");
  const box = 'x="-10.5" y="-10.5" width="21" height="21"';
  return `<g id="little-${letter}" data-habitat="${letter}"><svg ${box} ${attributes}>${drawn}</svg></g>`;
}

/** @param {Position["faces"]} faces */
const areasOf = (faces) => Array.from({ length: 12 }, (_, face) => faces[face] ?? ".....").join("");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("stills.json", FOLDER), stills());
}
