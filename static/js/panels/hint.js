/** A hint: which move it is and what speaks for it, over the board on which it lies; and the button that asks for one. */

import { canAsk, hintOnShow } from "../state/hinting.js";
import { t } from "../texts/catalogue.js";
import { reasonTexts } from "../texts/hints.js";
import { h } from "../ui/dom.js";
import { rich } from "../ui/names.js";
import { icon } from "../ui/signs.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../table/actions.js").Actions} Actions */

/** From so far down on a net its face would lie under the words. */
const LOW = 0.6;

/**
 * @param {TableState} state
 * @param {Actions} actions
 * @param {import("../net/layout.js").Sheet} sheet
 */
export function hintPanel(state, actions, sheet) {
  const advice = hintOnShow(state);
  if (!advice || !state.hint) return null;
  const { at, best } = state.hint;
  const isLow = state.board === "net" && sheet.places[advice.face].y > LOW * sheet.height;
  return h(
    "section",
    { key: "hint", class: `hint-card ${isLow ? "is-above" : ""}`, "aria-labelledby": "hint-title" },
    h("p", { id: "hint-title" }, t("hint.title", { place: at + 1, count: best.length })),
    h(
      "ul",
      null,
      reasonTexts(state, advice).map((text, place) => h("li", { key: place }, rich(text))),
    ),
    h(
      "button",
      { type: "button", class: "icon-button", "aria-label": t("guide.close"), onclick: actions.closeHint },
      icon("close"),
    ),
  );
}

/**
 * What is done with a hint, where a tile in hand would be turned and placed.
 * @param {TableState} state
 * @param {Actions} actions
 */
export function hintPill(state, actions) {
  if (!hintOnShow(state)) return null;
  const isAlone = (state.hint?.best.length ?? 0) < 2;
  const turner = (/** @type {string} */ id, /** @type {number} */ by, /** @type {string} */ label) =>
    h(
      "button",
      {
        key: id,
        type: "button",
        class: "icon-button",
        "aria-label": label,
        disabled: isAlone,
        onclick: () => actions.turnHint(by),
      },
      icon(id),
    );
  return h(
    "div",
    { class: "action-pill" },
    turner("left", -1, t("hint.previous")),
    h(
      "button",
      { key: "take", type: "button", class: "button accent place", onclick: actions.takeHint },
      t("hint.take"),
    ),
    turner("right", 1, t("hint.next")),
  );
}

/**
 * The button that asks, while it is my move and hints are allowed.
 * @param {TableState} state
 * @param {Actions} actions
 */
export function hintButton(state, actions) {
  if (!canAsk(state)) return null;
  const isAwaited = state.isHintAwaited;
  return h(
    "button",
    {
      key: "ask",
      type: "button",
      class: "button small ask-hint",
      "aria-busy": String(isAwaited),
      onclick: () => isAwaited || actions.askHint(),
    },
    isAwaited ? icon("spinner", "spinner") : icon("bulb"),
    t("hint.ask"),
  );
}
