/** The twelve rounds as a track: what came of those past, the one now, and what the coming ones hold. */

import { h } from "../table/dom.js";
import { animal, hiddenAnimal, icon, mark, pentagonPath, wish } from "../table/signs.js";
import { about, animalName, wishText } from "../table/words.js";
import { t } from "../texts.js";

/** @typedef {import("../state.js").TableState} TableState */
/** @typedef {import("../table/view.js").View} View */

const FIRST_COLUMN = 3;
const ROUNDS = Array.from({ length: 12 }, (_, i) => i + 1);
const PIP = pentagonPath(5, 5, 4.6);

/**
 * @param {TableState} state
 * @param {View} view
 */
export function trackPanel(state, view) {
  return h(
    "section",
    { class: "track", "aria-label": t("table.track"), tabindex: "0" },
    h(
      "ol",
      { class: "stops" },
      ROUNDS.map((round) => stop(state, view, round)),
    ),
  );
}

/**
 * @param {TableState} state
 * @param {View} view
 * @param {number} round
 */
function stop(state, view, round) {
  const isPast = round < view.round || view.over;
  const isNow = round === view.round && !view.over;
  const cards = isPast
    ? view.awards.filter((award) => award.round === round).length
    : (view.columns[round - FIRST_COLUMN]?.length ?? 0);
  const kind = isPast ? "is-past" : isNow ? "is-now" : "is-coming";
  return h(
    "li",
    {
      key: round,
      class: `stop ${kind}`,
      style: { "--cards": String(Math.max(cards, isNow ? 1 : 0.62)) },
      "aria-current": isNow ? "step" : null,
    },
    h(
      "span",
      { class: "stop-line" },
      h("span", { class: "stop-number" }, h("span", { class: "unseen" }, t("table.round")), " ", round),
    ),
    isPast ? null : pips(view, round, isNow),
    h("span", { class: "stop-cards" }, isPast ? pastCards(state, view, round) : comingCards(view, round)),
  );
}

/**
 * Five pips for the pile of a coming round; those of the last two fill as tiles are left over.
 * @param {View} view
 * @param {number} round
 * @param {boolean} isNow
 */
function pips(view, round, isNow) {
  const count = isNow ? 0 : view.piles[round - 1];
  if (isNow) return h("span", { class: "pips" });
  const shapes = [0, 1, 2, 3, 4].map((i) =>
    h("path", { class: i < count ? "pip" : "pip is-empty", d: PIP, transform: `translate(${i * 11} 0)` }),
  );
  return h(
    "span",
    { class: "pips" },
    h("svg", { viewBox: "0 0 55 10", role: "img", "aria-label": t("table.pile", { count }) }, shapes),
  );
}

/**
 * @param {View} view
 * @param {number} round
 */
function comingCards(view, round) {
  return (view.columns[round - FIRST_COLUMN] ?? []).map((card, i) => {
    if (card === null)
      return h("span", { key: `?${i}`, class: "card-stack" }, hiddenAnimal(), unseen(t("table.face_down")));
    return h(
      "span",
      { key: card, class: "card-stack" },
      animal(card),
      wish(card),
      unseen(`${animalName(card)}: ${wishText(card)}.`),
    );
  });
}

/**
 * @param {TableState} state
 * @param {View} view
 * @param {number} round
 */
function pastCards(state, view, round) {
  return view.awards
    .filter((award) => award.round === round)
    .map(({ animal: card, seat }) => {
      const told =
        seat === null
          ? t("log.moved_on", { animal: animalName(card) })
          : about(state, "log.chose", seat, { animal: animalName(card) });
      const corner = seat === null ? icon("moved-on") : mark(seat);
      const kind = seat !== null && seat === state.me ? "card-corner is-mine" : "card-corner";
      return h(
        "span",
        { key: card, class: "card-stack" },
        animal(card),
        h("span", { class: kind }, corner),
        unseen(told.replaceAll("*", "")),
      );
    });
}

/** @param {string} text */
const unseen = (text) => h("span", { class: "unseen" }, text);
