/** Who has won, in words. */

import { t } from "./catalogue.js";
import { about, nameOf } from "./words.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */

/**
 * @param {TableState} state
 * @param {View} view
 */
export function title(state, view) {
  const winners = view.winners ?? [];
  if (winners.length > 1) {
    const names = winners.filter((seat) => seat !== state.me).map((seat) => nameOf(state, seat));
    return t(names.length < winners.length ? "end.shared_with" : "end.shared", {
      names,
      count: names.length,
    });
  }
  return about(state, "end.wins", winners[0]);
}

/**
 * Why, where points alone do not tell: of those with equal points whoever has more animals wins; else they share.
 * @param {View} view
 */
export function reason({ winners, scores }) {
  const [winner] = winners ?? [];
  const best = scores?.find(({ seat }) => seat === winner);
  if (!scores || !winners || !best) return "";
  if (winners.length > 1) return t("end.equal");
  const rivals = scores.filter(({ seat, total }) => seat !== winner && total === best.total);
  if (rivals.length === 0) return "";
  const fewer = Math.max(...rivals.map(({ animals }) => animals));
  return t("end.more_animals", { count: best.total, most: best.animals, fewer });
}
