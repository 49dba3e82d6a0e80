/** What is worth hearing when something happens, and no more: one short message for each event. */

import { awardText, moveText, seatText } from "../panels/log.js";
import { isCounted, isMyMove, untoldAwards } from "../state.js";
import { t } from "../texts.js";
import { reason, title } from "./result.js";

/** @typedef {import("../state.js").TableState} TableState */
/** @typedef {import("../state.js").LogEntry} LogEntry */

/** What comes within this time is said together. */
const GATHER_MS = 120;
/**
 * After an absence nobody wants to hear more than the last of it. But a round's end is heard as a whole: with quick bots
 * it can be eight moves, and three animals that find a home.
 */
const MOST_AT_ONCE = 11;

/**
 * Says messages to a screen reader. Of several answers to keys only the last is said; news never get lost by one, and
 * whose move it is comes after all the news.
 * @param {{textContent: string | null}} place  a live region
 */
export function makeAnnouncer(place) {
  /** @type {string[]} */
  let news = [];
  let answer = "";
  let isDue = false;

  function say() {
    const yours = t("table.your_move_told");
    const happened = news.filter((text) => text !== yours).slice(-MOST_AT_ONCE);
    const text = [...happened, news.includes(yours) ? yours : "", answer].filter(Boolean).join(" ");
    // The same words again are only heard if something changes.
    place.textContent = text === place.textContent ? `${text}\u00a0` : text;
    news = [];
    answer = "";
    isDue = false;
  }

  const soon = () => {
    if (!isDue) setTimeout(say, GATHER_MS);
    isDue = true;
  };
  return {
    /** @param {string[]} messages */
    tell(messages) {
      news.push(...messages);
      if (messages.length > 0) soon();
    },
    /** @param {string} text */
    answer(text) {
      answer = text;
      soon();
    },
  };
}

/**
 * What has happened between two states. An award is told when its card tells it, whose move it is after the last of them,
 * the result when all is counted.
 * @param {TableState} before
 * @param {TableState} now
 * @returns {string[]}
 */
export function newsOf(before, now) {
  const { view } = now;
  if (!view || now.game !== before.game) return [];
  const entries = now.log.filter((entry) => entry.seq > before.seq);
  const events = entries.map((entry) => eventText(now, entry));
  const awards = view.awards.slice(awardsTold(before), awardsTold(now));
  const news = [...events, ...awards.map((award) => `${awardText(now, award)}.`)];
  if (news.length > 0 && isMyMove(now) && untoldAwards(now).length === 0)
    news.push(t("table.your_move_told"));
  if (isCounted(now) && !isCounted(before))
    news.push(...[title(now, view), reason(view)].filter(Boolean).map((text) => `${text}.`));
  return news.map((text) => text.replaceAll("*", ""));
}

/** @param {TableState} state */
const awardsTold = (state) => (state.view?.awards.length ?? 0) - untoldAwards(state).length;

/**
 * @param {TableState} state  after the event
 * @param {LogEntry} entry
 */
function eventText(state, { event }) {
  if (event.kind === "abandoned") return t("log.abandoned");
  if (event.kind === "seat") return `${seatText(state, event)}.`;
  const parts = [`${moveText(state, event)}.`];
  for (const then of event.then) {
    if (then.kind === "round") parts.push(t("table.round_begins", { round: then.round }));
    if (then.kind === "over") parts.push(`${t("head.over")}.`);
  }
  return parts.join(" ");
}

/** The tab's title: a mark when it is my move. @param {TableState} state */
export function titleOf(state) {
  const room = state.room?.name ?? t("table.name");
  if (state.view?.over) return t("table.title_over", { room });
  const isMine = state.view !== null && state.me !== null && state.view.due === state.me;
  return isMine ? `● ${t("table.title_mine", { room })}` : t("table.title", { room });
}
