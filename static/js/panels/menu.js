/** What the table's menu holds: things to hand on, places to go, and how the table looks and sounds. */

import { isOffered, isWanted, toggle } from "../table/device.js";
import { tellMe } from "../table/tell-me.js";
import { locale, t } from "../texts/catalogue.js";
import { h } from "../ui/dom.js";
import { readIn } from "../ui/language.js";
import { canShare, copy, share } from "../ui/share.js";
import { icon } from "../ui/signs.js";
import { telling } from "../ui/telling.js";
import { chooseTheme, chosenTheme } from "../ui/theme.js";
import { forkChip, watchersText } from "./head.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../table/actions.js").Actions} Actions */
/** @typedef {import("../ui/dom.js").Child} Child */

/** On a phone the head has no room for it. @param {TableState} state */
const forkItem = (state) =>
  h(
    "p",
    { class: "menu-credit small-only" },
    forkChip(state),
    " ",
    t("fork.of", { moves: state.room?.game.fork?.moves ?? 0 }),
  );

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
export function menuPanel(state, actions) {
  const isOver = Boolean(state.view?.over);
  const who = watchersText(state);
  return h(
    "div",
    { class: "menu-list" },
    who ? h("p", { class: "menu-credit small-only" }, who) : null,
    state.room?.game.fork ? forkItem(state) : null,
    item("share", shareText(isOver), () => handOn(state, isOver)),
    state.me === null ? null : item("phone", t("head.pass"), () => actions.makePass()),
    item("keyboard", t("head.keys"), () => actions.showKeys()),
    state.room?.game.guided && state.me !== null
      ? item("info", t(state.isGuided ? "guide.off" : "guide.on"), () =>
          actions.update((now) => ({ ...now, isGuided: !now.isGuided })),
        )
      : null,
    onOff("sound", "sound", state.sound, () => actions.toggleSound(), "small-only"),
    deviceItem(state, actions, "vibration", "shake"),
    deviceItem(state, actions, "awake", "sun"),
    item("talk", t("head.talk"), () => actions.showTab("talk"), "small-only"),
    document.fullscreenEnabled ? item("expand", fullscreenText(), toggleFullscreen) : null,
    h(
      "a",
      { class: "menu-item", href: "/rules", target: "_blank", rel: "noopener" },
      icon("book"),
      t("head.rules"),
    ),
    h("a", { class: "menu-item", href: "/" }, icon("left"), t("head.home")),
    state.me === null ? null : tellItem(actions),
    hasChats(state)
      ? item("people", t(state.room?.you?.host ? "chats.title" : "chats.mine"), () => actions.showChats())
      : null,
    canRest(state) ? item("pause", t("head.rest"), () => actions.rest()) : null,
    canLeave(state) ? item("leave", t("head.leave"), () => actions.leave()) : null,
    languageChoice(actions),
    choices("theme", t("common.theme"), ["auto", "day", "night"], chosenTheme(), (theme) => {
      chooseTheme(theme);
      actions.redraw();
    }),
    state.hasPlanet
      ? choices("quality", t("head.quality"), ["auto", "high", "low"], state.quality, (quality) =>
          actions.setQuality(/** @type {TableState["quality"]} */ (quality)),
        )
      : null,
    state.sound ? volumeSlider(state, actions) : null,
    h("p", { class: "menu-credit" }, t("table.credit")),
  );
}

/**
 * @param {string} sign
 * @param {string} text
 * @param {() => unknown} onclick
 * @param {string} [kind]  more classes
 */
function item(sign, text, onclick, kind = "") {
  return h(
    "button",
    { key: sign, type: "button", class: `menu-item ${kind}`, onclick: () => void onclick() },
    icon(sign),
    text,
  );
}

/** The share sheet where a finger holds the table; elsewhere links are copied. */
const hasShareSheet = () => canShare() && matchMedia("(pointer: coarse)").matches;

/** @param {boolean} isOver */
const shareText = (isOver) => t(`head.${hasShareSheet() ? "share" : "copy"}_${isOver ? "game" : "watch"}`);

/** The running game's table, to be watched; once it is over, that game for good. @param {TableState} state @param {boolean} isOver */
function handOn({ room, game }, isOver) {
  const day = room?.game.daily?.day; // what happens here is for one person alone, the world for all
  const path = day ? `/daily/${day}` : isOver ? `/g/${game}` : `/r/${room?.code}`;
  const link = location.origin + path;
  return hasShareSheet() ? share(room?.name ?? "", link) : copy(link);
}

const fullscreenText = () => t(document.fullscreenElement ? "head.window" : "head.fullscreen");

function toggleFullscreen() {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen();
  return done.catch(() => undefined);
}

/** What the device may do. @param {TableState} state @param {Actions} actions @param {"awake" | "vibration"} service @param {string} sign */
function deviceItem(state, actions, service, sign) {
  if (!isOffered(state, service)) return null;
  const press = () => {
    toggle(actions.get(), service);
    actions.redraw();
  };
  return onOff(service, sign, isWanted(service), press);
}

/**
 * What is on or off, and says which; the menu stays open, so that one sees it change.
 * @param {"sound" | "vibration" | "awake"} name
 * @param {string} sign
 * @param {boolean} isOn
 * @param {() => unknown} press
 * @param {string} [kind]
 */
function onOff(name, sign, isOn, press, kind = "") {
  const attributes = { "aria-pressed": String(isOn), onclick: () => void press() };
  return h(
    "button",
    { key: name, type: "button", class: `menu-item ${kind}`, ...attributes },
    icon(sign),
    t(`head.${name}`),
  );
}

/** Whether the browser says when it is my move. @param {Actions} actions */
function tellItem(actions) {
  const how = telling();
  if (how === null) return null;
  return item("bell", t(how === "on" ? "head.tell_no" : "head.tell"), () => tellMe(actions, how !== "on"));
}

/** Whoever hosts sets chats that are told; who sits says how these call them. @param {TableState} state */
const hasChats = ({ room }) =>
  Boolean(document.querySelector("main[data-chats]") && (room?.you?.host || room?.you?.chats));

/** Twice in a game, where a move may take days. @param {TableState} state */
const canRest = (state) =>
  canLeave(state) && Boolean(state.room?.you?.rests) && !state.room?.seats[state.me ?? 0]?.resting_until;

/** @param {TableState} state */
function canLeave({ me, room, view }) {
  return me !== null && room?.state === "playing" && view !== null && !view.over;
}

/**
 * One of a few, chosen by a press.
 * @param {"theme" | "quality"} name
 * @param {string} title
 * @param {string[]} values
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
function choices(name, title, values, chosen, choose) {
  const choice = (/** @type {string} */ value) =>
    h(
      "button",
      {
        key: value,
        type: "button",
        class: "tab",
        "aria-pressed": String(chosen === value),
        onclick: () => choose(value),
      },
      t(name === "theme" ? `common.theme_${value}` : `head.quality_${value}`),
    );
  return h(
    "div",
    { key: name, class: "menu-setting" },
    h("span", { id: name }, title),
    h("div", { class: "tabs", role: "group", "aria-labelledby": name }, values.map(choice)),
  );
}

/** Nothing that is held or typed is lost: the table stays, only its words change. @param {Actions} actions */
function languageChoice(actions) {
  const known = document.querySelector("template#languages");
  if (!(known instanceof HTMLTemplateElement)) return null;
  const choose = async (/** @type {Event} */ event) => {
    const [chosen] = /** @type {HTMLSelectElement} */ (event.target).selectedOptions;
    await readIn(chosen.value, chosen.dataset.texts ?? "");
    actions.redraw();
  };
  const languages = [...known.content.querySelectorAll("option")];
  return h(
    "label",
    { key: "language", class: "menu-setting" },
    t("common.language"),
    h(
      "select",
      { class: "select", onchange: choose },
      languages.map(({ value, lang, text, dataset }) =>
        h(
          "option",
          {
            key: value,
            value,
            lang,
            "data-texts": dataset.texts ?? "",
            selected: value === locale().slice(0, 2),
          },
          text,
        ),
      ),
    ),
  );
}

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
function volumeSlider(state, actions) {
  const change = (/** @type {Event} */ event) =>
    actions.setVolume(Number(/** @type {HTMLInputElement} */ (event.target).value));
  return h(
    "label",
    { key: "volume", class: "menu-setting" },
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
