/** What is worth hearing when something happens, and no more: one short message for each event. */

import { title } from "../panels/end.js";
import { awardText, moveText, seatText } from "../panels/log.js";
import { t } from "../texts.js";

/** @typedef {import("../state.js").TableState} TableState */
/** @typedef {import("../state.js").LogEntry} LogEntry */

/**
 * @param {TableState} state  after the event
 * @param {LogEntry} entry
 */
export function announcementOf(state, { event }) {
  if (event.kind === "abandoned") return t("log.abandoned");
  if (event.kind === "seat") return `${seatText(state, event)}.`.replaceAll("*", "");
  const parts = [`${moveText(state, event)}.`];
  for (const then of event.then) {
    if (then.kind === "award") parts.push(`${awardText(state, then)}.`);
    if (then.kind === "round") parts.push(t("table.round_begins", { round: then.round }));
    if (then.kind === "over" && state.view) parts.push(`${t("head.over")}.`, `${title(state, state.view)}.`);
  }
  if (state.view?.due === state.me && state.me !== null && !state.view.over)
    parts.push(t("table.your_move_told"));
  return parts.join(" ").replaceAll("*", "");
}

/** The tab's title: a mark when it is my move. @param {TableState} state */
export function titleOf(state) {
  const room = state.room?.name ?? t("table.name");
  if (state.view?.over) return t("table.title_over", { room });
  const isMine = state.view !== null && state.me !== null && state.view.due === state.me;
  return isMine ? `● ${t("table.title_mine", { room })}` : t("table.title", { room });
}
