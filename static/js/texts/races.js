/** How a race stands, in at most five words. */

import { t } from "./catalogue.js";
import { habitatNoun, shortName } from "./words.js";

/** @typedef {import("../rules/races.js").Change} Change */
/** @typedef {import("../rules/races.js").Race} Race */
/** @typedef {import("../state/table.js").TableState} TableState */

/** How texts are called that tell of a lead by this entry of the claim. */
export const BY_ENTRY = ["", "_second", "_third"];

/**
 * What it comes to, in at most five words.
 * @param {TableState} state
 * @param {Race} race
 * @param {Change | null} change
 */
export function verdictText(state, race, change) {
  const { verdict } = race;
  const by = verdict.kind === "leads" ? BY_ENTRY[verdict.entry] : "";
  if (change?.effect === "takes_lead") return t(`races.you_take_lead${by}`);
  if (change?.effect === "drops_out") return dropText(change);
  if (verdict.kind === "nobody") return t("races.nobody");
  if (verdict.kind === "tie") return tieText(state, verdict);
  return verdict.seat === state.me
    ? t(`races.you_lead${by}`)
    : t(`races.leads${by}`, { name: shortName(state, verdict.seat) });
}

/** @param {Change} change */
function dropText({ because }) {
  if (because?.kind !== "touches") return t("races.drop_out");
  return t("races.drop_out_touches", { habitat: habitatNoun(because.habitat) });
}

/**
 * @param {TableState} state
 * @param {{seats: number[], to: number | null}} tie
 */
function tieText(state, { seats, to }) {
  const others = seats.filter((seat) => seat !== state.me);
  const isMine = others.length < seats.length && others.length === 1;
  const where = to === null ? "box" : "moves";
  return isMine
    ? t(`races.tie_with_${where}`, { name: shortName(state, others[0]), round: to ?? 0 })
    : t(`races.tie_${where}`, { round: to ?? 0 });
}
