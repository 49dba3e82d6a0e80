/** The head line: whose move it is and who comes then, the state of the line, and the few things one may switch. */

import { REPLACED } from "../socket.js";
import { isMyMove } from "../state.js";
import { h } from "../table/dom.js";
import { icon } from "../table/signs.js";
import { listed, shortName, span } from "../table/words.js";
import { t } from "../texts.js";
import { leftUntilDue } from "./worlds.js";

/** @typedef {import("../state.js").TableState} TableState */
/** @typedef {import("../table/view.js").View} View */
/** @typedef {import("../table/hands.js").Hands} Hands */

/** A lost line is not spoken of before this: most come back at once. */
export const PATIENCE_MS = 2000;

/**
 * @param {TableState} state
 * @param {Hands} hands
 */
export function headPanel(state, hands) {
  const { line, more, isMine } = headLine(state);
  return h(
    "header",
    { class: "head" },
    h(
      "div",
      { class: "head-where" },
      h(
        "a",
        { class: "brand", href: "/" },
        h(
          "svg",
          { class: "sign", "aria-hidden": "true" },
          h("use", { href: "/static/signs/sprite.svg#logo" }),
        ),
        h("span", null, t("table.name")),
      ),
      h("span", { class: "chip room-name" }, state.room?.name ?? ""),
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
        line,
      ),
      more ? h("p", null, more) : null,
      isReplaced(state) ? useHere(hands) : null,
    ),
    h("div", { class: "head-tools" }, roundChip(state), watchers(state), tools(state, hands)),
  );
}

/**
 * @param {TableState} state
 * @returns {{line: string, more: string, isMine: boolean}}
 */
export function headLine(state) {
  const { view, connection } = state;
  if (connection.line === "stopped")
    return { line: t("head.stopped"), more: stoppedText(connection.code), isMine: false };
  if (connection.line === "lost" && Date.now() - connection.since >= PATIENCE_MS) {
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
  return connection.line === "stopped" && connection.code === REPLACED;
}

/** @param {Hands} hands */
function useHere(hands) {
  return h(
    "button",
    { type: "button", class: "button accent small use-here", onclick: () => hands.useHere() },
    t("head.use_here"),
  );
}

/** @param {number | null} code */
function stoppedText(code) {
  const known = { 4403: "head.kicked", 4404: "head.gone", [REPLACED]: "head.elsewhere" };
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
  if (seated?.presence === "away" || seated?.presence === "caretaker")
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
  return after
    .map((seat) =>
      seat === state.me ? t("head.then_you") : t("head.then", { name: shortName(state, seat) }),
    )
    .join(", ");
}

/** @param {TableState} state */
function roundChip(state) {
  if (!state.view || state.view.over) return null;
  return h(
    "span",
    { class: "chip round-chip" },
    h("b", null, String(state.view.round)),
    " ",
    t("head.of_twelve"),
  );
}

/** @param {TableState} state */
function watchers(state) {
  const { count = 0, names = [] } = state.room?.watchers ?? {};
  if (count === 0) return null;
  return h(
    "span",
    { class: "chip watching", title: listed(names) },
    icon("eye"),
    t("head.watching", { count }),
  );
}

/**
 * @param {TableState} state
 * @param {Hands} hands
 */
function tools(state, hands) {
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
        onclick: () => hands.showTab(isTalking ? null : "talk"),
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
        onclick: () => hands.toggleSound(),
      },
      icon(state.sound ? "sound" : "mute"),
    ),
    menu(state, hands),
  ];
}

/** @param {TableState} state */
function canLeave({ me, room, view }) {
  return me !== null && room?.state === "playing" && view !== null && !view.over;
}

/**
 * @param {TableState} state
 * @param {Hands} hands
 */
function menu(state, hands) {
  return h(
    "details",
    { class: "menu table-menu" },
    h("summary", { class: "icon-button", "aria-label": t("head.menu") }, icon("menu")),
    h(
      "div",
      { class: "menu-list" },
      h(
        "button",
        { type: "button", class: "menu-item", onclick: () => hands.copyWatchLink() },
        icon("eye"),
        t("head.copy_watch"),
      ),
      state.me === null
        ? null
        : h(
            "button",
            { type: "button", class: "menu-item", onclick: () => hands.makePass() },
            icon("phone"),
            t("head.pass"),
          ),
      h(
        "button",
        { type: "button", class: "menu-item", onclick: () => hands.showKeys() },
        icon("keyboard"),
        t("head.keys"),
      ),
      h(
        "button",
        { type: "button", class: "menu-item small-only", onclick: () => hands.toggleSound() },
        icon(state.sound ? "sound" : "mute"),
        t("head.sound"),
      ),
      h(
        "button",
        { type: "button", class: "menu-item small-only", onclick: () => hands.showTab("talk") },
        icon("talk"),
        t("head.talk"),
      ),
      h(
        "a",
        { class: "menu-item", href: "/rules", target: "_blank", rel: "noopener" },
        icon("book"),
        t("head.rules"),
      ),
      h("a", { class: "menu-item", href: "/" }, icon("left"), t("head.home")),
      canLeave(state)
        ? h(
            "button",
            { type: "button", class: "menu-item", onclick: () => hands.leave() },
            icon("leave"),
            t("head.leave"),
          )
        : null,
      state.hasPlanet ? qualityChoice(state, hands) : null,
      state.sound ? volumeSlider(state, hands) : null,
      h("p", { class: "menu-credit" }, t("table.credit")),
    ),
  );
}

/**
 * How well planets are drawn while they move.
 * @param {TableState} state
 * @param {Hands} hands
 */
function qualityChoice(state, hands) {
  const choice = (/** @type {TableState["quality"]} */ quality) =>
    h(
      "button",
      {
        type: "button",
        class: "tab",
        "aria-pressed": String(state.quality === quality),
        onclick: () => hands.setQuality(quality),
      },
      t(`head.quality_${quality}`),
    );
  return h(
    "div",
    { class: "menu-setting" },
    h("span", { id: "quality" }, t("head.quality")),
    h(
      "div",
      { class: "tabs", role: "group", "aria-labelledby": "quality" },
      choice("auto"),
      choice("high"),
      choice("low"),
    ),
  );
}

/**
 * @param {TableState} state
 * @param {Hands} hands
 */
function volumeSlider(state, hands) {
  const change = (/** @type {Event} */ event) =>
    hands.setVolume(Number(/** @type {HTMLInputElement} */ (event.target).value));
  return h(
    "label",
    { class: "menu-setting" },
    t("head.volume"),
    h("input", {
      type: "range",
      min: 0,
      max: 1,
      step: 0.1,
      value: String(state.volume),
      onchange: change,
    }),
  );
}
