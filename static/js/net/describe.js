/** A planet in words: each face by its number, what it touches and holds, and where its regions go on. */

import { planetFrom } from "../rules/planet.js";
import { areaAcross, areaNumber, FACES_AROUND, SLOTS } from "../rules/sphere.js";
import { t } from "../texts/catalogue.js";
import { aroundText, habitatCounts, habitatNoun } from "../texts/words.js";

/**
 * "Face 7, touching 2, 3, 6, 8 and 11: forest 3, ocean 2"
 * @param {string} areas
 * @param {number} face
 */
export function faceName(areas, face) {
  const letters = areas.slice(SLOTS * face, SLOTS * face + SLOTS);
  const faces = FACES_AROUND[face].toSorted((a, b) => a - b);
  if (letters[0] === ".") return t("net.face_free", { face, faces });
  return t("net.face_name", { face, faces, inside: habitatCounts(letters) });
}

/**
 * What the five areas are and what lies across their edges, for whoever cannot see it.
 * @param {string} areas
 * @param {number} face
 */
export function faceDetails(areas, face) {
  if (areas[SLOTS * face] === ".") return faceNote(areas, face);
  const regions = planetFrom(areas).regions;
  const around = FACES_AROUND[face].map((other, slot) => {
    const area = areaNumber(face, slot);
    const size = regions.find((region) => region.areas.includes(area))?.size ?? 0;
    const across = areas[areaAcross(area)];
    const here = { face: other, habitat: habitatNoun(areas[area]), count: size };
    return across === "." ? t("net.area_free", here) : t("net.area", { ...here, there: habitatNoun(across) });
  });
  return around.join(" ");
}

/**
 * What lies around a face: "Around it: desert on 1 and 10, mountain on 2. 7 and 11 are free."
 * @param {string} areas
 * @param {number} face
 */
export function faceNote(areas, face) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  FACES_AROUND[face].forEach((other, slot) => {
    const letter = areas[areaAcross(areaNumber(face, slot))];
    found.set(
      letter,
      [...(found.get(letter) ?? []), other].sort((a, b) => a - b),
    );
  });
  const free = found.get(".") ?? [];
  found.delete(".");
  const parts = [
    found.size > 0 ? aroundText(found) : "",
    free.length > 0 ? t("net.are_free", { count: free.length, faces: free }) : "",
  ];
  return parts.filter(Boolean).join(" ");
}

/**
 * The region an area belongs to: "Ocean, 7 areas", "touches desert and mountain"; nothing for a free one.
 * @param {string} areas
 * @param {number} area
 * @returns {{title: string, text: string} | null}
 */
export function regionNote(areas, area) {
  const region = planetFrom(areas).regions.find((one) => one.areas.includes(area));
  if (!region) return null;
  const others = [...region.touches].map(habitatNoun);
  const text = others.length > 0 ? t("net.touches", { list: others }) : t("net.touches_none");
  return { title: t("net.region", { habitat: habitatNoun(region.habitat), count: region.size }), text };
}
