/** The head line: whose move it is and who comes then, the state of the line, and the few things one may switch. */

import { CLOSE } from "../generated/facts.js";
import { isMyMove } from "../state/placing.js";
import { isSlow } from "../state/table.js";
import { commas, t } from "../texts/catalogue.js";
import { shortName, span } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { withNames } from "../ui/names.js";
import { icon, sign } from "../ui/signs.js";
import { laterPanels } from "./lazy.js";
import { leftUntilDue } from "./worlds.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../table/actions.js").Actions} Actions */

/** A lost line is not spoken of before this: most come back at once. */
export const PATIENCE_MS = 2000;

/** A game that goes on from another one leads back to that moment. @param {TableState} state @param {string} [kind] */
export function forkChip({ room }, kind = "chip") {
  const fork = room?.game.fork;
  if (!fork) return null;
  const says = t("fork.of", { moves: fork.moves });
  const where = `/g/${fork.game}/ply/${fork.moves}`;
  return h("a", { class: kind, href: where, target: "_blank", rel: "noopener", title: says }, t("fork.mark"));
}

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
export function headPanel(state, actions) {
  const { line, more, isMine } = headLine(state);
  return h(
    "header",
    { class: "head" },
    h(
      "div",
      { class: "head-where" },
      h("a", { class: "brand", href: "/" }, sign("logo"), h("span", null, t("table.name"))),
      h("span", { class: "chip room-name" }, state.room?.name ?? ""),
      forkChip(state),
    ),
    h(
      "div",
      { class: "head-line" },
      // Another one once there is a table: when it is on the screen, so is the table.
      h(
        "h1",
        {
          key: String(!state.view),
          class: isMine ? "is-mine" : "",
          elementtiming: state.view ? "table" : null,
        },
        withNames(state, line),
      ),
      more ? h("p", { title: more }, withNames(state, more)) : null,
      isReplaced(state) ? useHere(actions) : null,
    ),
    h(
      "div",
      { class: "head-tools" },
      laterPanels()?.ratedMark(state),
      roundChip(state),
      watchers(state),
      tools(state, actions),
    ),
  );
}

/**
 * @param {TableState} state
 * @returns {{line: string, more: string, isMine: boolean}}
 */
function headLine(state) {
  const { view, connection } = state;
  if (connection.line === "stopped")
    return { line: t("head.stopped"), more: stoppedText(connection.code), isMine: false };
  if (connection.line === "lost" && Date.now() - connection.since >= PATIENCE_MS) {
    if (connection.code === CLOSE.TOO_NEW)
      return { line: t("head.updating"), more: t("head.updating_more"), isMine: false };
    return { line: t("head.reconnecting"), more: t("head.seat_is_safe"), isMine: false };
  }
  if (!view) return { line: t("head.opening"), more: "", isMine: false };
  if (view.over) return { line: t("head.over"), more: "", isMine: false };
  if (state.room?.game.state === "abandoned") return { line: t("head.abandoned"), more: "", isMine: false };
  if (isMyMove(state))
    return { line: t("head.your_move"), more: `${clockText(state)}${thenText(state, view)}`, isMine: true };
  return {
    line: whomWeWaitFor(state, view),
    more: `${clockText(state)}${thenText(state, view)}`,
    isMine: false,
  };
}

/** @param {TableState} state */
function isReplaced({ connection }) {
  return connection.line === "stopped" && connection.code === CLOSE.REPLACED;
}

/** @param {Actions} actions */
function useHere(actions) {
  return h(
    "button",
    { type: "button", class: "button accent small use-here", onclick: () => actions.useHere() },
    t("head.use_here"),
  );
}

/** @param {number | null} code */
function stoppedText(code) {
  const known = { [CLOSE.GONE]: "head.gone", [CLOSE.REPLACED]: "head.elsewhere" };
  return t(known[/** @type {keyof typeof known} */ (code ?? 0)] ?? "head.stopped_more");
}

/**
 * @param {TableState} state
 * @param {View} view
 */
function whomWeWaitFor(state, view) {
  if (view.due === null) return "";
  const name = shortName(state, view.due);
  const seated = state.room?.seats.find((one) => one.seat === view.due);
  if ((seated?.presence === "away" && !isSlow(state)) || seated?.presence === "caretaker")
    return t(`head.${seated.presence}`, { name });
  return t("head.their_move", { name });
}

/**
 * Time left, where a clock runs or a caretaker waits.
 * @param {TableState} state
 */
function clockText(state) {
  const seated = state.room?.seats.find((one) => one.seat === state.view?.due);
  const left = leftUntilDue(state);
  if (left === null || seated?.bot) return "";
  if (isSlow(state)) return laterPanels() ? `${laterPanels()?.slowLine(left)} · ` : "";
  if (seated?.presence === "away") return `${t("head.caretaker_in", { span: span(left) })} · `;
  return state.room?.options.clock ? `${t("head.left", { span: span(left) })} · ` : "";
}

/**
 * "then Comet, then Jonas"
 * @param {TableState} state
 * @param {View} view
 */
function thenText(state, view) {
  const order = Array.from({ length: view.players }, (_, i) => (view.first + i) % view.players);
  const after = order.slice(order.indexOf(view.due ?? view.first) + 1);
  if (after.length === 0) return t("head.last_of_round");
  return commas(
    after.map((seat) =>
      seat === state.me ? t("head.then_you") : t("head.then", { name: shortName(state, seat) }),
    ),
  );
}

/** @param {TableState} state */
function roundChip(state) {
  if (!state.view || state.view.over) return null;
  return h(
    "span",
    { class: "chip round-chip" },
    t("head.round_of", { round: state.view.round })
      .split("*")
      .map((part, i) => (i % 2 ? h("b", null, part) : part)),
  );
}

/** Who looks on, behind how many they are. @param {TableState} state */
function watchers(state) {
  const count = state.room?.watchers.count ?? 0;
  if (count === 0) return null;
  return h(
    "details",
    { class: "menu watching" },
    h("summary", { class: "chip" }, icon("eye"), t("head.watching", { count })),
    h("p", { class: "menu-list" }, watchersText(state)),
  );
}

/** Those we know by name, the others counted. @param {TableState} state */
export function watchersText({ room }) {
  const { count = 0, names = [] } = room?.watchers ?? {};
  const rest = count - names.length;
  if (count === 0 || names.length === 0) return count ? t("head.watching", { count }) : "";
  if (rest > 0) return t("room.watched_by_more", { names: commas(names), count: rest });
  return t("room.watched_by", { names, count });
}

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
function tools(state, actions) {
  const isTalking = state.tab === "talk";
  const label = state.unread > 0 ? t("head.talk_unread", { count: state.unread }) : t("head.talk");
  return [
    h(
      "button",
      {
        type: "button",
        class: "icon-button talk-button",
        "aria-label": label,
        "aria-expanded": String(isTalking),
        onclick: () => actions.showTab(isTalking ? null : "talk"),
      },
      icon("talk"),
      state.unread > 0
        ? h("span", { class: "unread", "aria-hidden": "true" }, String(Math.min(9, state.unread)))
        : null,
    ),
    h(
      "button",
      {
        type: "button",
        class: "icon-button sound-button",
        "aria-label": t("head.sound"),
        "aria-pressed": String(state.sound),
        onclick: () => actions.toggleSound(),
      },
      icon(state.sound ? "sound" : "mute"),
    ),
    menu(state, actions),
  ];
}

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
function menu(state, actions) {
  return h(
    "details",
    { class: "menu table-menu", ontoggle: () => actions.redraw() },
    h("summary", { class: "icon-button", "aria-label": t("head.menu") }, icon("menu")),
    laterPanels()?.menuPanel(state, actions) ?? null,
  );
}
