/** What is worth hearing when something happens, and no more: one short message for each event. */

import { untoldAwards } from "../state/awards.js";
import { isCounted } from "../state/looking.js";
import { isMyMove } from "../state/placing.js";
import { missingSeats } from "../state/table.js";
import { t } from "./catalogue.js";
import { awardText, moveText, seatText } from "./events.js";
import { ratingNews } from "./ratings.js";
import { reason, title } from "./result.js";
import { nameOf } from "./words.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../state/table.js").LogEntry} LogEntry */

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
  const entries = now.log.filter((entry) => entry.seq > before.seq && !isHint(entry));
  const events = entries.map((entry) => eventText(now, entry));
  const awards = view.awards.slice(awardsTold(before), awardsTold(now));
  const news = [...events, ...awards.map((award) => sentence(awardText(now, award)))];
  if (news.length > 0 && isMyMove(now) && untoldAwards(now).length === 0)
    news.push(t("table.your_move_told"));
  if (isCounted(now) && !isCounted(before))
    news.push(...[title(now, view), reason(view)].filter(Boolean).map(sentence));
  news.push(...ratingNews(before, now));
  return news.map((text) => text.replaceAll("*", ""));
}

/** It is told by a toast. @param {LogEntry} entry */
const isHint = ({ event }) => event.kind === "seat" && event.hint === true;

/** @param {string} text */
const sentence = (text) => t("spoken.sentence", { text });

/** @param {TableState} state */
const awardsTold = (state) => (state.view?.awards.length ?? 0) - untoldAwards(state).length;

/**
 * @param {TableState} state  after the event
 * @param {LogEntry} entry
 */
function eventText(state, { event }) {
  if (event.kind === "abandoned") return t("log.abandoned");
  if (event.kind === "seat") return sentence(seatText(state, event));
  const parts = [sentence(moveText(state, event))];
  for (const then of event.then) {
    if (then.kind === "round") parts.push(t("table.round_begins", { round: then.round }));
    if (then.kind === "over") parts.push(sentence(t("head.over")));
  }
  return parts.join(" ");
}

/**
 * What a change of the offers to play on for somebody is worth saying aloud.
 * @param {TableState} before
 * @param {TableState} now
 * @returns {string[]}
 */
export function absenceNews(before, now) {
  if (now.me === null || before.room === now.room || before.game !== now.game) return [];
  const others = missingSeats(now).filter(({ seat }) => seat !== now.me);
  return others.map((seat) => offerText(before, now, seat)).filter(Boolean);
}

/**
 * How it stands with hints where all must agree to them: they are wished for, allowed, or not wanted.
 * @param {TableState} before
 * @param {TableState} now
 * @returns {string | null}
 */
export function hintsNews(before, now) {
  const [old, hints] = [before.room?.hints, now.room?.hints];
  if (!old || !hints || now.me === null || before.game !== now.game || old.awaited.length === 0) return null;
  if (hints.awaited.length === 0) return t("hint.allowed");
  if (hints.agreed.length === 0 && old.agreed.length > 0) return t("hint.refused");
  if (old.agreed.length > 0 || hints.agreed.length === 0 || hints.agreed.includes(now.me)) return null;
  return t("hint.offered", { who: hints.agreed.map((one) => nameOf(now, one)) }).replaceAll("*", "");
}

/**
 * @param {TableState} before
 * @param {TableState} now
 * @param {import("../state/table.js").RoomSeat} missing
 */
function offerText(before, now, { seat, offer }) {
  const old = before.room?.seats.find((one) => one.seat === seat);
  const name = nameOf(now, seat);
  if (old?.presence !== "caretaker") return t("absence.told_missing", { name });
  if (old.offer && !offer) return t("absence.told_refused", { name });
  if (!offer || old.offer?.level === offer.level || offer.agreed.includes(now.me ?? -1)) return "";
  const who = offer.agreed.map((one) => nameOf(now, one));
  const bot = { noun: `bots.${offer.level}` };
  return t("absence.offered", { name, bot, who, count: offer.agreed.length }).replaceAll("*", "");
}
