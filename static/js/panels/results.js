/**
 * What became of the last round's animals: who has each, or where it went on. It stays until my next tile
 * lies, and makes way while one is in hand, since free faces lie under it.
 */

import { viewOnShow } from "../state/looking.js";
import { t } from "../texts/catalogue.js";
import { awardText } from "../texts/events.js";
import { shortName } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { nameTag } from "../ui/names.js";
import { animal, icon, mark } from "../ui/signs.js";
import { opener } from "./opener.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").Award} Award */

/** @param {TableState} state */
export function resultsPanel(state) {
  const view = viewOnShow(state);
  if (!view || view.over || state.held || (state.me !== null && view.taken.includes(state.me))) return null;
  const awards = view.awards.filter(({ round }) => round === view.round - 1);
  if (awards.length === 0) return null;
  return h(
    "ul",
    { key: "results", class: "results", "aria-label": t("races.round", { round: view.round - 1 }) },
    awards.map((award) => h("li", { key: award.animal }, result(state, award))),
  );
}

/** @param {TableState} state @param {Award} award */
function result(state, award) {
  const { animal: card, round, seat } = award;
  const isMine = seat !== null && seat === state.me;
  const where = isMine ? t("table.you") : seat === null ? String(round + 1) : nameTag(shortName(state, seat));
  return opener(
    card,
    round,
    `result ${isMine ? "is-mine" : ""}`,
    true,
    animal(card),
    h(
      "small",
      { "aria-hidden": "true" },
      seat === null ? icon("moved-on") : isMine ? null : mark(seat),
      h("span", null, where),
    ),
    h("span", { class: "unseen" }, awardText(state, award).replaceAll("*", "")),
  );
}
