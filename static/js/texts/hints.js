/** What speaks for a move that a hint shows, in words. */

import { hintAtHand } from "../state/hinting.js";
import { t } from "./catalogue.js";
import { animalNoun, habitatNoun, nameOf } from "./words.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../state/table.js").Advice} Advice */

/** Counted with their noun: "14 areas". @type {Record<string, string>} */
const COUNTED = { areas: "areas", least: "areas", points: "points" };

/**
 * The reasons of a move, the weightiest first: keys and arguments are those of `app/bots/explain.py`.
 * @param {TableState} state
 * @param {Advice} advice
 */
export const reasonTexts = (state, { reasons }) =>
  reasons.map(({ key, args }) => {
    if (key === "denies") return t("hint.denies", { name: nameOf(state, Number(args.seat)) });
    return t(`reasons.${key}`, Object.fromEntries(Object.entries(args).map(worded)));
  });

/** @param {[string, string | number]} argument @returns {[string, import("./catalogue.js").One]} */
function worded([name, value]) {
  if (name === "animal") return [name, animalNoun(String(value))];
  if (name === "habitat") return [name, habitatNoun(String(value))];
  if (name in COUNTED) return [name, { noun: `counted.${COUNTED[name]}`, count: Number(value) }];
  return [name, value];
}

/** The hint on show for whoever does not see it: which tile lies where, and why. @param {TableState} state */
export function hintText(state) {
  const hint = hintAtHand(state);
  if (!hint || !state.view) return "";
  const advice = hint.best[hint.at];
  const tile = state.view.display.indexOf(advice.tile) + 1;
  const words = { place: hint.at + 1, count: hint.best.length, tile, face: advice.face };
  const reasons = reasonTexts(state, advice).map((text) => t("spoken.sentence", { text }));
  return [t("hint.spoken", words), ...reasons].join(" ");
}
