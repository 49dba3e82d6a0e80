/** What a key has done to the tile in hand, in one short message for whoever does not see it. */

import { countAreas } from "../rules/planet.js";
import { areaAcross, areaNumber, FACES_AROUND } from "../rules/sphere.js";
import { viewOnShow } from "../state/looking.js";
import { areasOnShow, placementTried, raceRows } from "../state/trying.js";
import { commas, t } from "./catalogue.js";
import { verdictText } from "./races.js";
import { animalNoun, aroundText, runsOf } from "./words.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../rules/races.js").Change} Change */

/** So many races are told in full. */
const MOST = 3;

/**
 * After somebody asked for a tile.
 * @param {TableState} before
 * @param {TableState} now
 * @param {number} tile
 */
export function pickText(before, now, tile) {
  if (now.held?.tile === tile) return heldText(now);
  const place = (now.view?.display.indexOf(tile) ?? 0) + 1;
  return t(before.held?.tile === tile ? "spoken.put_back" : "spoken.gone", { place });
}

/**
 * After a step to a face: where the tile lies now, or that it cannot lie there.
 * @param {TableState} before
 * @param {TableState} now
 * @param {number} face
 */
export function stepText(before, now, face) {
  const isFollowing = before.held?.face !== now.held?.face;
  if (now.held?.face === face) return heldText(now);
  return [t("spoken.face_taken", { face }), isFollowing ? heldText(now) : ""].filter(Boolean).join(" ");
}

/**
 * What is held, how it lies, over which face, what it touches and what it would change.
 * @param {TableState} state
 */
export function heldText(state) {
  const view = viewOnShow(state);
  const tried = placementTried(state);
  if (!view || !tried || state.me === null) return t("spoken.nothing");
  const { tile, face, turn } = tried;
  const lies = runsOf(view.tiles[tile], turn).map(({ habitat, slots }) =>
    t("spoken.towards", {
      habitat: { noun: `habitats.${habitat}` },
      faces: slots.map((slot) => FACES_AROUND[face][slot]),
    }),
  );
  const place = view.display.indexOf(tile) + 1;
  return [
    t("spoken.over", { place, face, areas: commas(lies) }),
    touchText(view.planets[state.me], face),
    ...changeTexts(state, view),
    objectiveText(state, view),
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * What lies across the edges of a face.
 * @param {string} areas
 * @param {number} face
 */
function touchText(areas, face) {
  /** @type {Map<string, number[]>} */
  const touched = new Map();
  for (const [slot, other] of FACES_AROUND[face].entries()) {
    const habitat = areas[areaAcross(areaNumber(face, slot))];
    if (habitat !== ".") touched.set(habitat, [...(touched.get(habitat) ?? []), other]);
  }
  return touched.size === 0 ? t("spoken.touches_nothing") : aroundText(touched);
}

/**
 * The races it would change, those that it would decide first.
 * @param {TableState} state
 * @param {View} view
 */
function changeTexts(state, view) {
  if (state.room?.options.races === false) return [];
  const isQuiet = (/** @type {Change} */ { effect }) => ["grows", "shrinks", "keeps_lead"].includes(effect);
  const rows = raceRows(state, view).flatMap(({ race, change }) => (change ? [{ race, change }] : []));
  const first = rows.toSorted((a, b) => Number(isQuiet(a.change)) - Number(isQuiet(b.change)));
  const texts = first.slice(0, MOST).map(({ race, change }) =>
    t("spoken.change", {
      animal: animalNoun(race.animal),
      from: change.from[0] ?? 0,
      to: change.to[0] ?? 0,
      verdict: verdictText(state, race, change),
    }),
  );
  if (rows.length === 0) return [t("spoken.no_change")];
  return rows.length > MOST ? [...texts, t("spoken.more", { count: rows.length - MOST })] : texts;
}

/**
 * @param {TableState} state
 * @param {View} view
 */
function objectiveText(state, { planets, objective }) {
  if (!objective || state.me === null) return "";
  const [from, to] = [planets[state.me], areasOnShow(state, state.me)].map((areas) =>
    countAreas(areas, objective),
  );
  return from === to ? "" : t("spoken.objective", { from, to });
}
