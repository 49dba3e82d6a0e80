/**
 * Something to do while waiting: your own planet, empty, to be turned in the hand; a press on a face lets a tile fall
 * there, another lifts it off again. Nothing of it counts, and it teaches the hand what the table will ask of it.
 */

import { HABITATS } from "../generated/facts.js";
import { bringPlanet } from "./planets.js";

/** A tile as tiles are: two or three habitats, side by side. */
function someTile() {
  const [first, second, third] = [0, 1, 2].map(() => HABITATS[Math.floor(Math.random() * 5)] ?? "O");
  return `${first}${first}${second}${second}${third}`;
}

/** @param {string} areas @param {number} face */
const isCovered = (areas, face) => areas[5 * face] !== ".";

/** @param {string} areas @param {number} face @param {string} tile */
const withTile = (areas, face, tile) => areas.slice(0, 5 * face) + tile + areas.slice(5 * face + 5);

/** Put the toy on the table as soon as there is a seat to put it at. */
export async function bringToy() {
  const place = document.getElementById("toy");
  if (!place) return;
  let areas = ".".repeat(60);
  const stage = await bringPlanet(place, {
    interactive: true,
    onPick: ({ face }) => {
      const isLifted = isCovered(areas, face);
      areas = withTile(areas, face, isLifted ? "....." : someTile());
      stage?.setAreas(areas, isLifted ? {} : { animate: { face } });
    },
  });
}
