/**
 * A planet unfolded, as a drawing: areas with colour, pattern and icon, regions with rim and size, free faces with
 * their number, and where edges meet across a gap. Reads what it is given, decides nothing.
 */

import { planetFrom } from "../rules/planet.js";
import { AREA_NEIGHBOURS, areaAcross, areaNumber, FACES, faceOf, SLOTS, slotOf } from "../rules/sphere.js";
import { t } from "../texts/catalogue.js";
import { h } from "../ui/dom.js";
import { round, roundedPath, signAt } from "../ui/signs.js";
import { faceDetails, faceName } from "./describe.js";
import { APOTHEM, at, edgeMiddle, isFoldFlat, outline } from "./layout.js";

/** @typedef {import("./layout.js").Sheet} Sheet */
/** @typedef {import("../ui/dom.js").Piece} Piece */
/**
 * @typedef {object} Board
 * @property {string} areas       the planet, with what is being tried on it
 * @property {Sheet} sheet
 * @property {string} name        whose planet, for a screen reader
 * @property {number | null} ghost  the face with the tile that is being tried
 * @property {number[]} lit        areas that glow while the rest stands back
 * @property {number} focus       where the keyboard stands
 * @property {number | null} marked  the face whose edges are followed across the gaps
 * @property {boolean} canTry     free faces invite
 * @property {Record<string, (event: never) => void>} on
 */

/** @param {Board} board */
export function netBoard(board) {
  const { sheet, name, on } = board;
  return h(
    "svg",
    {
      class: board.lit.length > 0 ? "net has-lit" : "net",
      viewBox: `0 0 ${round(sheet.width)} ${round(sheet.height)}`,
      role: "group",
      "aria-label": name,
      ...on,
    },
    sheet.places.map((_, face) => faceOnSheet(board, face)),
    h(
      "g",
      { class: "net-over", "aria-hidden": "true" },
      seams(board),
      rims(board),
      icons(board),
      rings(board),
      pills(board),
      ways(board),
    ),
  );
}

/**
 * @param {Board} board
 * @param {number} face
 */
function faceOnSheet(board, face) {
  const { areas, sheet, focus, ghost, canTry, lit } = board;
  const isFree = areas[SLOTS * face] === ".";
  const kind = [
    "net-face",
    isFree ? "is-free" : "",
    face === ghost ? "is-ghost" : "",
    isFree && canTry ? "is-open" : "",
  ];
  return h(
    "g",
    {
      key: face,
      class: kind.filter(Boolean).join(" "),
      role: "button",
      tabindex: face === focus ? "0" : "-1",
      "data-face": face,
      // The tile in hand is told of by itself, after each key.
      "aria-label": face === ghost ? t("net.face_held", { face }) : faceName(areas, face),
      "aria-description": face === ghost ? null : faceDetails(areas, face),
      "aria-pressed": ghost === null ? null : String(face === ghost),
    },
    isFree ? freeFace(sheet, face) : coveredFace(areas, sheet, face, lit),
  );
}

/**
 * @param {Sheet} sheet
 * @param {number} face
 */
function freeFace({ places, radius }, face) {
  const { x, y } = places[face];
  return [
    h("path", { class: "free-face", d: roundedPath(outline(places[face], radius * 0.97), 0.06) }),
    h("text", { class: "face-number", x: round(x), y: round(y), dy: "0.35em" }, String(face)),
  ];
}

/**
 * @param {string} areas
 * @param {Sheet} sheet
 * @param {number} face
 * @param {number[]} lit
 */
function coveredFace(areas, { places, radius }, face, lit) {
  const place = places[face];
  const corners = outline(place, radius);
  return Array.from({ length: SLOTS }, (_, slot) => {
    const habitat = areas[areaNumber(face, slot)];
    const d = path([place, corners[slot], corners[(slot + 1) % SLOTS]]);
    return h(
      "g",
      { "data-habitat": habitat, "data-lit": lit.includes(areaNumber(face, slot)) },
      h("path", { class: "habitat-fill", d }),
      h("path", { class: "habitat-pattern", fill: `url(#pattern-${habitat})`, d }),
    );
  });
}

/** @param {{x: number, y: number}[]} points */
function path(points) {
  return `M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join("L")}Z`;
}

/**
 * Lines inside a face and along flat folds: dark where habitats part, faint where a region goes on.
 * @param {Board} board
 */
function seams({ areas, sheet }) {
  return eachCovered(areas, (area) => {
    const next = areaNumber(faceOf(area), (slotOf(area) + 1) % SLOTS);
    const spoke = h("path", {
      class: seamKind(areas, area, next),
      d: line(sheet.places[faceOf(area)], corner(sheet, area, 1)),
    });
    const across = areaAcross(area);
    if (!isFoldFlat(sheet, area) || (across < area && areas[across] !== ".")) return spoke;
    return [
      spoke,
      h("path", {
        class: seamKind(areas, area, across),
        d: line(corner(sheet, area, 0), corner(sheet, area, 1)),
      }),
    ];
  });
}

/**
 * @param {string} areas
 * @param {number} a
 * @param {number} b
 */
function seamKind(areas, a, b) {
  return areas[a] === areas[b] ? "seam same" : "seam";
}

/**
 * Outer edges are bright where a region ends and open where it goes on across the gap.
 * @param {Board} board
 */
function rims({ areas, sheet }) {
  return eachCovered(areas, (area) => {
    if (isFoldFlat(sheet, area)) return null;
    const kind = areas[areaAcross(area)] === areas[area] ? "rim open" : "rim";
    return h("path", {
      class: kind,
      "data-habitat": areas[area],
      d: line(corner(sheet, area, 0), corner(sheet, area, 1)),
    });
  });
}

/** @param {Board} board */
function icons({ areas, sheet }) {
  const hidden = new Set(sizedRegions(areas).map((region) => heartOf(region, sheet)));
  const size = round(Math.max(9, sheet.radius * 0.3));
  return eachCovered(areas, (area) => {
    if (hidden.has(area)) return null;
    const { x, y } = middle(sheet, area);
    const habitat = areas[area];
    return h(
      "g",
      { "data-habitat": habitat },
      signAt(`habitat-${habitat}`, x, y, size, { class: "habitat-icon" }),
    );
  });
}

/** @param {string} areas */
function sizedRegions(areas) {
  return planetFrom(areas).regions.filter((region) => region.size > 1);
}

/**
 * How big each region is, written in its most inner area; in the accent where the held tile takes part.
 * @param {Board} board
 */
function pills({ areas, sheet, ghost }) {
  return sizedRegions(areas).map((region) => {
    const { x, y } = middle(sheet, heartOf(region, sheet));
    const isJoined = ghost !== null && region.areas.some((area) => faceOf(area) === ghost);
    return pill(region.habitat, region.size, x, y, sheet.radius, isJoined);
  });
}

/**
 * @param {string} habitat
 * @param {number} size
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {boolean} isJoined
 */
function pill(habitat, size, x, y, radius, isJoined) {
  const height = Math.max(17, Math.min(26, radius * 0.34), radius * 0.24);
  const width = height * 1.95;
  const box = {
    x: round(x - width / 2),
    y: round(y - height / 2),
    width: round(width),
    height: round(height),
    rx: round(height / 2),
  };
  return h(
    "g",
    { class: isJoined ? "region-pill is-joined" : "region-pill", "data-habitat": habitat },
    h("rect", box),
    signAt(`habitat-${habitat}`, x - height * 0.42, y, round(height * 0.62), { class: "pill-icon" }),
    h(
      "text",
      { x: round(x + height * 0.42), y: round(y), dy: "0.36em", "font-size": round(height * 0.62) },
      String(size),
    ),
  );
}

/**
 * The area of a region that most of its others surround.
 * @param {import("../rules/planet.js").Region} region
 * @param {Sheet} sheet
 */
function heartOf(region, sheet) {
  const inside = new Set(region.areas);
  const worth = (/** @type {number} */ area) =>
    AREA_NEIGHBOURS[area].filter((other) => inside.has(other)).length * 2 + (isFoldFlat(sheet, area) ? 1 : 0);
  return region.areas.reduce((best, area) => (worth(area) > worth(best) ? area : best));
}

/**
 * Round the face with the held tile, and (the style sheet knows when) round the one the keyboard stands on.
 * @param {Board} board
 */
function rings({ sheet, ghost, focus }) {
  const ring = (/** @type {number} */ face) =>
    roundedPath(outline(sheet.places[face], sheet.radius * 1.07), 0.14);
  return [
    ghost === null ? null : h("path", { key: "ghost", class: "net-ring", d: ring(ghost) }),
    h("path", { key: "focus", class: "net-ring focus-ring", d: ring(focus) }),
  ];
}

/**
 * Dotted arcs from the edges of the marked face to those they meet across the gap.
 * @param {Board} board
 */
function ways({ sheet, marked }) {
  if (marked === null) return null;
  return Array.from({ length: SLOTS }, (_, slot) => areaNumber(marked, slot))
    .filter((area) => !isFoldFlat(sheet, area))
    .map((area) => way(sheet, area, areaAcross(area)));
}

/**
 * @param {Sheet} sheet
 * @param {number} from
 * @param {number} to
 */
function way(sheet, from, to) {
  const [a, b] = [edgeMiddle(sheet, from), edgeMiddle(sheet, to)];
  const [c, d] = [outward(sheet, from, a, b), outward(sheet, to, b, a)];
  return h(
    "g",
    { class: "way" },
    h("path", { class: "way-edge", d: line(corner(sheet, from, 0), corner(sheet, from, 1)) }),
    h("path", { class: "way-edge", d: line(corner(sheet, to, 0), corner(sheet, to, 1)) }),
    h("path", {
      class: "way-arc",
      d: `M${round(a.x)} ${round(a.y)}C${round(c.x)} ${round(c.y)} ${round(d.x)} ${round(d.y)} ${round(b.x)} ${round(b.y)}`,
    }),
  );
}

/**
 * Where an arc leaves towards: straight out of the edge, further for longer ways.
 * @param {Sheet} sheet
 * @param {number} area
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b
 */
function outward(sheet, area, a, b) {
  const reach = Math.min(sheet.radius * 1.6, Math.hypot(a.x - b.x, a.y - b.y) * 0.42);
  const out = at(sheet.places[faceOf(area)], sheet.radius * APOTHEM + reach, slotOf(area));
  return { x: clamp(out.x, 4, sheet.width - 4), y: clamp(out.y, 4, sheet.height - 4) };
}

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/**
 * @param {Sheet} sheet
 * @param {number} area
 * @param {0 | 1} end
 */
function corner({ places, radius }, area, end) {
  return at(places[faceOf(area)], radius, slotOf(area) - 0.5 + end);
}

/**
 * @param {Sheet} sheet
 * @param {number} area
 */
function middle({ places, radius }, area) {
  return at(places[faceOf(area)], radius * APOTHEM * 0.64, slotOf(area));
}

/**
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b
 */
function line(a, b) {
  return `M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}`;
}

/**
 * @param {string} areas
 * @param {(area: number) => Piece | (Piece | null)[] | null} draw
 */
function eachCovered(areas, draw) {
  return [...areas].map((letter, area) => (letter === "." ? null : draw(area)));
}

/**
 * A planet too small for words: the same unfolding without numbers, icons and edges.
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

/** @param {string} name */
export const netName = (name) => t("net.of", { name });
