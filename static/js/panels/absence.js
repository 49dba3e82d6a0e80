/** What those who are there have to agree on: a line over the board while somebody's seat is played for, or hints are asked for. */

import { isMyMove } from "../state/placing.js";
import { isSlow, missingSeats } from "../state/table.js";
import { nextTable } from "../table/next-table.js";
import { tellMe } from "../table/tell-me.js";
import { t } from "../texts/catalogue.js";
import { nameOf } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { rich } from "../ui/names.js";
import { icon } from "../ui/signs.js";
import { decline, isUndecided, telling } from "../ui/telling.js";
import { gone } from "./worlds.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../state/table.js").RoomSeat} RoomSeat */
/** @typedef {import("../table/actions.js").Actions} Actions */
/** @typedef {import("../ui/dom.js").Child} Child */

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
export function absencePanel(state, actions) {
  if (state.reviewSeq !== null || !state.view) return null;
  const stopped = chatsLine(state, actions);
  if (state.room?.state !== "playing" || state.view.over)
    return stopped && h("section", { class: "banner absence", "aria-label": t("chats.title") }, stopped);
  const missing = missingSeats(state).map((seat) => line(state, seat, actions));
  const absent = [former(state), ...missing].filter(Boolean);
  const asked = hintsLine(state, actions) ?? (absent.length === 0 ? ownLine(state, actions) : null);
  if (absent.length === 0 && !asked && !stopped) return null;
  const own = stopped && !asked ? "chats.title" : "head.next";
  const label = t(absent.length > 0 ? "absence.title" : isAskedFor(state) ? "hint.ask" : own);
  return h("section", { class: "banner absence", "aria-label": label }, absent, asked, stopped);
}

/** For the host: a chat is told nothing any more. @param {TableState} state @param {Actions} actions */
function chatsLine({ room }, actions) {
  if (!room?.you?.chats_off) return null;
  return row("chats", "warning", t("chats.stopped"), [
    button("accent", t("chats.again"), () => actions.tryChatsAgain()),
    button("", t("chats.look"), () => actions.showChats()),
  ]);
}

/** Whether hints wait for somebody's yes. @param {TableState} state */
const isAskedFor = ({ room }) => Boolean(room?.hints?.agreed.length && room.hints.awaited.length);

/** What is mine alone to decide. @param {TableState} state @param {Actions} actions */
const ownLine = (state, actions) => tellingLine(state, actions) ?? nextLine(state, actions);

/**
 * Where a move may take days and mine is made: the way to the next table that waits for me.
 * @param {TableState} state
 * @param {Actions} actions
 */
function nextLine(state, actions) {
  if (!isSlow(state) || state.me === null || isMyMove(state)) return null;
  const next = nextTable(state, () => actions.redraw());
  if (!next) return null;
  const link = h("a", { key: "next", class: "button small accent", href: `/r/${next.room}` }, t("head.next"));
  return row("next", "right", rich(t("head.next_says", { room: next.name })), [link]);
}

/**
 * After my first move where a move may take days: need I wait here?
 * @param {TableState} state
 * @param {Actions} actions
 */
function tellingLine(state, actions) {
  const how = telling();
  const hasMoved = state.log.some(({ event }) => event.kind === "move" && event.seat === state.me);
  if (!isSlow(state) || !hasMoved || !isUndecided() || (how !== "off" && how !== "install")) return null;
  const later = button("", t("head.tell_later"), () => {
    decline();
    actions.redraw();
  });
  const [says, press] =
    how === "install" ? ["head.tell_install", "head.tell_how"] : ["head.tell_ask", "head.tell_yes"];
  const yes = button("accent", t(press), () => tellMe(actions, true));
  return row("tell", "bell", t(says), [yes, later]);
}

/** For whoever once played here. @param {TableState} state */
function former(state) {
  const seat = state.room?.you?.former ?? null;
  const bot = seat === null ? null : state.room?.seats[seat]?.bot;
  if (!bot) return null;
  return row("former", "bot", t("absence.yours", { bot: { noun: `bots.${bot}` } }), []);
}

/**
 * @param {TableState} state
 * @param {RoomSeat} seat
 * @param {Actions} actions
 */
function line(state, seat, actions) {
  if (seat.seat === state.me)
    return row("me", "lantern", t("absence.left"), [
      button("accent", t("absence.come_back"), () => actions.comeBack()),
    ]);
  if (seat.offer) return offered(state, seat, seat.offer, actions);
  return row(
    seat.seat,
    "lantern",
    rich(t("absence.away_for", { name: nameOf(state, seat.seat), ...gone(state, seat) })),
    [choice(seat, actions)],
  );
}

/**
 * @param {TableState} state
 * @param {RoomSeat} seat
 * @param {NonNullable<RoomSeat["offer"]>} offer
 * @param {Actions} actions
 */
function offered(state, seat, { level, agreed, awaited }, actions) {
  const say = (/** @type {string | null} */ answer) => () => actions.takeOver(seat.seat, answer);
  const words = { name: nameOf(state, seat.seat), bot: { noun: `bots.${level}` } };
  if (state.me !== null && agreed.includes(state.me)) {
    const names = awaited.map((one) => nameOf(state, one));
    return row(seat.seat, "bot", rich(t("absence.waiting", { ...words, names, count: awaited.length })), [
      button("", t("absence.withdraw"), say(null)),
    ]);
  }
  const who = agreed.map((one) => nameOf(state, one));
  return row(seat.seat, "bot", rich(t("absence.offered", { ...words, who, count: agreed.length })), [
    button("accent", t("absence.agree"), say(level)),
    button("", t("absence.refuse"), say(null)),
  ]);
}

/**
 * In a public room there are hints once all who play agree.
 * @param {TableState} state
 * @param {Actions} actions
 */
function hintsLine(state, actions) {
  const { agreed, awaited } = state.room?.hints ?? { agreed: [], awaited: [] };
  if (state.me === null || agreed.length === 0 || awaited.length === 0) return null;
  const no = (/** @type {string} */ words) => button("", words, () => actions.answerHints(false));
  const named = (/** @type {number[]} */ seats) => seats.map((seat) => nameOf(state, seat));
  if (!awaited.includes(state.me)) {
    const words = { names: named(awaited), count: awaited.length };
    return row("hints", "bulb", rich(t("hint.waiting", words)), [no(t("absence.withdraw"))]);
  }
  return row("hints", "bulb", rich(t("hint.offered", { who: named(agreed) })), [
    button("accent", t("absence.agree"), () => actions.answerHints(true)),
    no(t("absence.refuse")),
  ]);
}

/**
 * The bots, under one button, as the page names them.
 * @param {RoomSeat} seat
 * @param {Actions} actions
 */
function choice(seat, actions) {
  return h(
    "details",
    { class: "menu", key: "choice" },
    h("summary", { class: "button small outline" }, icon("bot"), t("absence.let")),
    h(
      "div",
      { class: "menu-list", role: "group", "aria-label": t("absence.which", { name: seat.name ?? "" }) },
      bots().map((level) =>
        h(
          "button",
          { type: "button", class: "menu-item bot-level", onclick: () => actions.takeOver(seat.seat, level) },
          icon("bot"),
          h("span", null, h("strong", null, t(`bots.${level}`)), " ", t(`bots.${level}_says`)),
        ),
      ),
    ),
  );
}

/** Every bot that there is, the gentlest first. */
const bots = () => document.getElementById("main")?.dataset.bots?.split(" ") ?? [];

/**
 * @param {string | number} key
 * @param {string} sign
 * @param {Child} text
 * @param {Child[]} steps
 */
function row(key, sign, text, steps) {
  return h(
    "div",
    { class: "absence-line", key },
    icon(sign),
    h("span", { class: "absence-text" }, text),
    h("span", { class: "absence-steps" }, steps),
  );
}

/**
 * @param {string} kind
 * @param {string} text
 * @param {() => void} onclick
 */
function button(kind, text, onclick) {
  return h("button", { key: text, type: "button", class: `button small ${kind}`, onclick }, text);
}
