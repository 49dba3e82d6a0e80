/** What a rated game made of a rating, in words. */

import { PROVISIONAL } from "../generated/facts.js";
import { isCounted } from "../state/looking.js";
import { locale, t } from "./catalogue.js";
import { nameOf } from "./words.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../state/table.js").SeatRating} SeatRating */
/** @typedef {NonNullable<SeatRating["rating"]>} Rating */

/** With one place behind the point. @param {number} value @param {boolean} [isChange] with its sign */
export function decimal(value, isChange = false) {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const signs = /** @type {const} */ ({ signDisplay: isChange ? "always" : "auto" });
  return new Intl.NumberFormat(locale(), { ...digits, ...signs }).format(value).replace("-", "−");
}

/** How good, and how certain that is. @param {Rating} rating */
export const ratingText = ({ mean, spread }) => `${decimal(mean)} ± ${decimal(spread)}`;

/**
 * Why it counted less than usual; what was somebody's own move and what the caretaker's makes most of it.
 * @param {SeatRating} one
 * @param {boolean} isMine
 */
export function whyText({ left, finished, rating }, isMine) {
  const whose = isMine ? "" : "_theirs";
  if (rating?.alone) return t(`rating.alone${whose}`);
  if (rating?.weight === 0) return t(`rating.for_nothing${whose}`);
  if (left) return t(`rating.left${whose}`);
  if (!finished && rating?.change === 0) return t("rating.unfinished");
  return rating && rating.weight < 1 ? t(`rating.in_part${whose}`) : "";
}

/** How far mine is from saying much. @param {Rating} rating */
export const provisionalText = ({ games }) => t("rating.provisional", { count: PROVISIONAL - games });

/** What is worth hearing of it: mine first, and those that are shown. @param {TableState} before @param {TableState} now @returns {string[]} */
export function ratingNews(before, now) {
  if (!areTold(now) || areTold(before)) return [];
  const seats = now.ratings?.seats.toSorted((a, b) => Number(b.seat === now.me) - Number(a.seat === now.me));
  return (seats ?? []).map((one) => told(now, one)).filter(Boolean);
}

/** Not before all is counted. @param {TableState} state */
const areTold = (state) => isCounted(state) && state.ratings?.game === state.game;

/** @param {TableState} state @param {SeatRating} one */
function told(state, one) {
  const { seat, rating } = one;
  if (!rating) return "";
  const isMine = seat === state.me;
  const [mean, spread, change] = [decimal(rating.mean), decimal(rating.spread), decimal(rating.change, true)];
  const now = t(isMine ? "rating.now" : "rating.now_theirs", {
    name: nameOf(state, seat),
    change,
    mean,
    spread,
  });
  return [t("spoken.sentence", { text: now }), whyText(one, isMine)].filter(Boolean).join(" ");
}
