/** The twelve rounds as a track: what came of those past, the one now, and what the coming ones hold. */

import { FIRST_COLUMN, LAST_ROUND } from "../generated/facts.js";
import { untoldAwards } from "../state/awards.js";
import { t } from "../texts/catalogue.js";
import { awardText } from "../texts/events.js";
import { about, animalNoun, wishText } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { animal, hiddenAnimal, icon, mark, pentagonPath, wish } from "../ui/signs.js";
import { opener } from "./opener.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */

const ROUNDS = Array.from({ length: LAST_ROUND }, (_, i) => i + 1);
/** The piles of the last rounds are made of what is left over. */
const PILES_OF_REST = 2;
const PIP = pentagonPath(5, 5, 4.6);

/**
 * @param {TableState} state
 * @param {View} view
 */
export function trackPanel(state, view) {
  return h(
    "section",
    { class: "track", "aria-label": t("table.track") },
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
    ? pastCards(state, view, round)
    : comingCards(view, round, round === firstToCome(view));
  const kind = isPast ? "is-past" : isNow ? "is-now" : "is-coming";
  return h(
    "li",
    {
      key: round,
      class: `stop ${kind}`,
      style: { "--cards": String(Math.max(cards.length, isNow ? 1 : 0.62)) },
      "aria-current": isNow ? "step" : null,
    },
    h(
      "span",
      { class: "stop-line" },
      h(
        "span",
        { class: "stop-number" },
        unseen(t("races.round", { round })),
        h("span", { "aria-hidden": "true" }, round),
      ),
    ),
    isPast ? null : pips(view, round, isNow),
    h("span", { class: "stop-cards" }, cards),
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
  const label = t("table.pile", { count });
  const isOfRest = round > LAST_ROUND - PILES_OF_REST;
  return h(
    "span",
    { class: "pips", title: isOfRest ? t("table.pile_left") : label },
    h("svg", { viewBox: "0 0 55 10", role: "img", "aria-label": label }, shapes),
    isOfRest ? unseen(t("table.pile_left")) : null,
  );
}

/** The first round that still has animals: there Tab stops in the track. @param {View} view */
function firstToCome({ columns }) {
  return FIRST_COLUMN + columns.findIndex((cards) => cards.length > 0);
}

/**
 * @param {View} view
 * @param {number} round
 * @param {boolean} isFirst
 */
function comingCards(view, round, isFirst) {
  return (view.columns[round - FIRST_COLUMN] ?? []).map((card, i) => {
    const shown =
      card === null
        ? [hiddenAnimal(), unseen(t("table.face_down"))]
        : [
            animal(card),
            wish(card),
            unseen(t("table.card", { animal: animalNoun(card), wish: wishText(card) })),
          ];
    return opener(card, round, "card-stack", isFirst && i === 0, shown);
  });
}

/**
 * Where each animal went; those whose card is still to come wait.
 * @param {TableState} state
 * @param {View} view
 * @param {number} round
 */
function pastCards(state, view, round) {
  const ofRound = (/** @type {import("../rules/view.js").Award[]} */ awards) =>
    awards.filter((award) => award.round === round);
  return [
    ...ofRound(view.awards).map((award) => {
      const { animal: card, seat } = award;
      const told =
        seat === null
          ? awardText(state, award)
          : about(state, "log.chose", seat, { animal: animalNoun(card) });
      const corner = seat === null ? icon("moved-on") : mark(seat);
      const kind = seat !== null && seat === state.me ? "card-corner is-mine" : "card-corner";
      return opener(
        card,
        round,
        "card-stack",
        false,
        animal(card),
        h("span", { class: kind }, corner),
        unseen(told.replaceAll("*", "")),
      );
    }),
    ...ofRound(untoldAwards(state)).map(({ animal: card }) =>
      opener(card, round, "card-stack", false, animal(card), unseen(t(animalNoun(card).noun))),
    ),
  ];
}

/** @param {string} text */
const unseen = (text) => h("span", { class: "unseen" }, text);
