/** Small pictures used all over the table: signs of the sprite, animals, wishes, tiles, seat badges. */

import { animalKey, animalName, habitatName } from "../texts/words.js";
import { h } from "./dom.js";

const SPRITE = globalThis.document?.documentElement.dataset.sprite ?? "/static/signs/sprite.svg";
const CORNERS = [0, 1, 2, 3, 4].map((k) => (Math.PI * 2 * k) / 5 - Math.PI / 2);

/** @typedef {import("./dom.js").Piece} Piece */

/**
 * @param {string} id
 * @param {string} [kind]  more classes
 */
export function sign(id, kind = "") {
  return h("svg", { class: `sign ${kind}`, "aria-hidden": "true" }, h("use", { href: `${SPRITE}#${id}` }));
}

/** @param {string} id  an icon's @param {string} [kind] */
export const icon = (id, kind) => sign(`icon-${id}`, kind);

/** @param {number} seat @param {string} [kind] */
export const mark = (seat, kind) => sign(`seat-${seat}`, kind);

/**
 * A sign inside a bigger drawing.
 * @param {string} id
 * @param {number} x  of its middle
 * @param {number} y
 * @param {number} size
 * @param {Record<string, import("./dom.js").Value>} [more]
 */
export function signAt(id, x, y, size, more = {}) {
  const box = { x: round(x - size / 2), y: round(y - size / 2), width: size, height: size };
  return h("use", { href: `${SPRITE}#${id}`, ...box, ...more });
}

/** @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;

/**
 * An animal's face on its habitat's disc.
 * @param {string} requirement
 * @param {{kind?: string, isNamed?: boolean}} [how]
 */
export function animal(requirement, { kind = "", isNamed = false } = {}) {
  const named = isNamed ? { role: "img", "aria-label": animalName(requirement) } : { "aria-hidden": "true" };
  return h(
    "span",
    { class: `animal ${kind}`, "data-habitat": requirement[0], title: animalName(requirement), ...named },
    sign(`animal-${animalKey(requirement)}`),
  );
}

/** How many animals somebody has: a paw and the number. @param {number} number */
export const count = (number) => [icon("paw"), h("b", null, String(number))];

/** A card that still lies face down. @param {string} [kind] */
export function hiddenAnimal(kind = "") {
  return h("span", { class: `animal hidden-animal ${kind}`, "aria-hidden": "true" }, sign("badge-mystery"));
}

/** What an animal asks for, drawn with the shapes of the game. @param {string} requirement */
export function wish(requirement) {
  const [habitat, kind, other] = requirement;
  const rest = kind === "#" ? "most" : `${kind === "+" ? "with" : "without"}-${other}`;
  return h(
    "svg",
    { class: "asks", viewBox: "0 0 58 36", "aria-hidden": "true" },
    h("use", { href: `${SPRITE}#wish-${habitat}-${rest}` }),
  );
}

/**
 * A pentagon whose corners are rounded by an eighth of its radius.
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {number} [tilt]
 */
export function pentagonPath(x, y, r, tilt = 0) {
  const turn = (tilt * Math.PI) / 180;
  const corners = CORNERS.map((angle) => ({
    x: x + r * Math.cos(angle + turn),
    y: y + r * Math.sin(angle + turn),
  }));
  return roundedPath(corners, 0.16);
}

/**
 * @param {{x: number, y: number}[]} corners
 * @param {number} share  of each edge that belongs to a corner
 */
export function roundedPath(corners, share) {
  const parts = corners.map((corner, i) => {
    const before = corners.at(i - 1) ?? corner;
    const after = corners[(i + 1) % corners.length];
    const from = between(corner, before, share);
    const to = between(corner, after, share);
    return `${i ? "L" : "M"}${from}Q${round(corner.x)} ${round(corner.y)} ${to}`;
  });
  return `${parts.join("")}Z`;
}

/**
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b
 * @param {number} share
 */
function between(a, b, share) {
  return `${round(a.x + (b.x - a.x) * share)} ${round(a.y + (b.y - a.y) * share)}`;
}

/**
 * A tile: five areas with colour, pattern and icon. Slot 0 is the upper right one.
 * @param {string} letters
 * @param {number} turn
 * @param {string} [kind]
 */
export function tileArt(letters, turn, kind = "") {
  const corners = CORNERS.map((angle) => ({ x: 48 * Math.cos(angle), y: 48 * Math.sin(angle) + 3 }));
  const areas = [...letters].map((_, slot) => {
    const habitat = letters[(slot - turn + 5) % 5];
    return tileArea(habitat, corners[slot], corners[(slot + 1) % 5], kind.includes("small"));
  });
  const seams = corners.flatMap((corner, slot) => {
    const isSame = letters[(slot - turn + 5) % 5] === letters[(slot - turn + 4) % 5];
    return h("path", {
      class: isSame ? "seam same" : "seam",
      d: `M0 3L${round(corner.x)} ${round(corner.y)}`,
    });
  });
  return h(
    "svg",
    { class: `tile-art ${kind}`, viewBox: "-50 -48 100 98", "aria-hidden": "true" },
    h(
      "g",
      { class: "tile-areas" },
      areas.map(([area]) => area),
      seams,
      areas.map(([, picture]) => picture),
    ),
    h("path", { class: "tile-edge", d: roundedPath(corners, 0.1) }),
  );
}

/**
 * @param {string} habitat
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b
 * @param {boolean} isSmall
 * @returns {[Piece, Piece | null]}
 */
function tileArea(habitat, a, b, isSmall) {
  const d = `M0 3L${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}Z`;
  const [x, y] = [(a.x + b.x) * 0.33, (a.y + b.y - 6) * 0.33 + 3];
  const area = h(
    "g",
    { "data-habitat": habitat },
    h("path", { class: "habitat-fill", d }),
    isSmall ? null : h("path", { fill: `url(#pattern-${habitat})`, d }),
  );
  if (isSmall) return [area, null];
  return [
    area,
    h("g", { "data-habitat": habitat }, signAt(`habitat-${habitat}`, x, y, 19, { class: "habitat-icon" })),
  ];
}

/** A habitat's sign on its disc. @param {string} habitat @param {boolean} [isNamed] */
export function habitatDisc(habitat, isNamed = false) {
  const named = isNamed ? { role: "img", "aria-label": habitatName(habitat) } : { "aria-hidden": "true" };
  return h("span", { class: "habitat", "data-habitat": habitat, ...named }, sign(`habitat-${habitat}`));
}

/**
 * Who sits there and how they are: mark, ring, corner.
 * @param {number} seat
 * @param {{isYou?: boolean, isDue?: boolean, presence?: string, isBot?: boolean, kind?: string}} [how]
 */
export function badge(
  seat,
  { isYou = false, isDue = false, presence = "here", isBot = false, kind = "" } = {},
) {
  const corner = isBot ? "bot" : { away: "hourglass", caretaker: "lantern" }[presence];
  const told = { "data-you": isYou, "data-due": isDue, "data-presence": presence, "data-bot": isBot };
  return h(
    "span",
    { class: `badge ${kind}`, "aria-hidden": "true", ...told },
    mark(seat),
    corner ? icon(corner, "badge-corner") : null,
  );
}
