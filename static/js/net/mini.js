/** A planet too small for words: the same unfolding without numbers, icons and edges. */

import { areaNumber, FACES, SLOTS } from "../rules/sphere.js";
import { h } from "../ui/dom.js";
import { path } from "./board.js";
import { outline } from "./layout.js";

/** @typedef {import("./layout.js").Sheet} Sheet */

/**
 * @param {string} areas
 * @param {Sheet} sheet
 * @param {number[]} lit
 */
export function miniNet(areas, sheet, lit) {
  const faces = Array.from({ length: FACES }, (_, face) => {
    if (areas[SLOTS * face] !== ".")
      return h("g", { class: "mini-face" }, coveredMini(areas, sheet, face, lit));
    return h("path", { class: "mini-free", d: path(outline(sheet.places[face], sheet.radius * 0.93)) });
  });
  return h(
    "svg",
    {
      class: lit.length > 0 ? "mini-net has-lit" : "mini-net",
      viewBox: `0 0 ${sheet.width} ${sheet.height}`,
      "aria-hidden": "true",
    },
    faces,
  );
}

/**
 * @param {string} areas
 * @param {Sheet} sheet
 * @param {number} face
 * @param {number[]} lit
 */
function coveredMini(areas, { places, radius }, face, lit) {
  const corners = outline(places[face], radius);
  return Array.from({ length: SLOTS }, (_, slot) =>
    h("path", {
      class: "habitat-fill",
      "data-habitat": areas[areaNumber(face, slot)],
      "data-lit": lit.includes(areaNumber(face, slot)),
      d: path([places[face], corners[slot], corners[(slot + 1) % SLOTS]]),
    }),
  );
}
