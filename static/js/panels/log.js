/** What happened, newest first; each line leads back to that moment. */

import { untoldAwards } from "../state/awards.js";
import { t } from "../texts/catalogue.js";
import { awardText, moveText, seatText } from "../texts/events.js";
import { h } from "../ui/dom.js";
import { rich } from "../ui/names.js";
import { animal, icon, mark, tileArt } from "../ui/signs.js";
import { opener } from "./opener.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../state/table.js").LogEntry} LogEntry */
/** @typedef {import("../ui/dom.js").Child} Child */
/** @typedef {import("../table/actions.js").Actions} Actions */

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
export function logPanel(state, actions) {
  const lines = state.log.toReversed().flatMap((entry) => linesOf(state, entry, actions));
  return h(
    "section",
    { class: "log", "aria-labelledby": "log-title" },
    h("h2", { id: "log-title" }, t("log.title")),
    lines.length === 0
      ? h("p", { class: "quiet" }, t("log.empty"))
      : h("ol", { class: "log-lines", tabindex: "0", "aria-labelledby": "log-title" }, lines),
  );
}

/**
 * @param {TableState} state
 * @param {LogEntry} entry
 * @param {Actions} actions
 */
function linesOf(state, entry, actions) {
  const { event } = entry;
  const line = lineOf(state, entry, actions);
  if (event.kind === "abandoned") return [line("end", "", icon("leave"), t("log.abandoned"))];
  if (event.kind === "seat")
    return [line("seat", "", event.hint ? icon("bulb") : mark(event.seat), rich(seatText(state, event)))];
  const untold = untoldAwards(state).map(({ round, animal }) => `${round} ${animal}`);
  const awards = event.then.filter((then) => then.kind === "award").toReversed();
  const told = awards.filter(({ round, animal }) => !untold.includes(`${round} ${animal}`));
  return [
    ...told.map((award) =>
      line(award.animal, event.round, null, rich(awardText(state, award)), null, award.round),
    ),
    line(
      "move",
      event.round,
      mark(event.seat, event.seat === state.me ? "is-mine" : ""),
      rich(moveText(state, event)),
      tileArt(state.view?.tiles[event.tile] ?? "", event.turn, "small"),
    ),
  ];
}

/**
 * @param {TableState} state
 * @param {LogEntry} entry
 * @param {Actions} actions
 */
function lineOf(state, entry, actions) {
  const isShown = state.reviewSeq === entry.seq;
  return (
    /** @type {string} */ key,
    /** @type {string | number} */ round,
    /** @type {Child} */ sign,
    /** @type {Child} */ text,
    /** @type {Child} */ tile = null,
    /** @type {number | null} */ cardOf = null,
  ) =>
    h(
      "li",
      { key: `${entry.seq} ${key}` },
      h(
        "button",
        {
          type: "button",
          class: "log-line",
          "aria-current": isShown ? "true" : null,
          disabled: state.start === null,
          onclick: () => actions.lookBack(entry.seq),
        },
        h("span", { class: "log-round" }, String(round)),
        h("span", { class: "log-sign" }, sign),
        h("span", { class: "log-text" }, text),
        tile,
      ),
      cardOf === null ? null : opener(key, cardOf, "log-animal", true, animal(key, { isNamed: true })),
    );
}
