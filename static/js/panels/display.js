/** The five tiles of the round, and what is done with the one in hand: turn it, place it, put it back. */

import { hintOnShow } from "../state/hinting.js";
import { viewOnShow } from "../state/looking.js";
import { canPlace, isMyMove } from "../state/placing.js";
import { t } from "../texts/catalogue.js";
import { about, tileText } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { icon, mark, tileArt } from "../ui/signs.js";
import { laterPanels } from "./lazy.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../table/actions.js").Actions} Actions */

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
export function displayPanel(state, actions) {
  const view = viewOnShow(state);
  if (!view || view.over) return null;
  return h(
    "section",
    { class: "display", "aria-labelledby": "display-title" },
    h("h2", { id: "display-title", class: "unseen" }, t("display.title")),
    h(
      "ul",
      { class: "tiles" },
      view.display.map((tile, place) =>
        h("li", { key: tile }, card(state, actions, tile, place, view.taken[place])),
      ),
    ),
  );
}

/**
 * @param {TableState} state
 * @param {Actions} actions
 * @param {number} tile
 * @param {number} place
 * @param {number | null} taker
 */
function card(state, actions, tile, place, taker) {
  const letters = state.view?.tiles[tile] ?? "";
  const isHeld = state.held?.tile === tile;
  const isAdvised = hintOnShow(state)?.tile === tile;
  const turn = isHeld ? (state.held?.turn ?? 0) : (state.turns[tile] ?? 0);
  const words = { place: place + 1, inside: tileText(letters, turn) };
  return h(
    "button",
    {
      type: "button",
      class: `tile ${isHeld ? "is-held" : ""} ${isAdvised ? "is-advised" : ""} ${taker === null ? "" : "is-gone"}`,
      "data-tile": tile,
      "aria-pressed": state.me === null ? null : String(isHeld),
      "aria-disabled": taker !== null || state.me === null || state.reviewSeq !== null ? "true" : null,
      "aria-label":
        taker === null ? t("display.tile", words) : about(state, "display.tile_taken", taker, words),
      onclick: () => state.reviewSeq === null && actions.pick(tile),
    },
    h("span", { class: "tile-key", "aria-hidden": "true" }, String(place + 1)),
    tileArt(letters, turn),
    taker === null
      ? null
      : h("span", { class: `tile-taker ${taker === state.me ? "is-mine" : ""}` }, mark(taker)),
  );
}

/**
 * Turn left, place, turn right: there while a tile is in hand. "Place it" is there only when it may be placed.
 * @param {TableState} state
 * @param {Actions} actions
 */
export function actionPanel(state, actions) {
  const { held, view, pending } = state;
  if (state.me === null || view?.over) return null;
  const kind = !held ? "action is-idle" : "action";
  return h(
    "section",
    { class: kind, "aria-label": t("action.title") },
    held && view
      ? h(
          "div",
          { class: "action-pill" },
          turnButton("turn-left", -1, actions, pending !== null),
          middleButton(state, actions),
          turnButton("turn-right", 1, actions, pending !== null),
        )
      : (laterPanels()?.hintPill(state, actions) ?? idleHint(state, actions)),
  );
}

/** What to do while nothing is in hand; in the past, where no tile can be tried, the way back. @param {TableState} state @param {Actions} actions */
function idleHint(state, actions) {
  if (state.reviewSeq === null)
    return [
      h(
        "p",
        { key: "say", class: "action-hint" },
        laterPanels()?.planHint(state) ?? t(isMyMove(state) ? "action.pick" : "action.try"),
      ),
      laterPanels()?.hintButton(state, actions),
      laterPanels()?.planChip(state, actions),
    ];
  return h(
    "button",
    {
      type: "button",
      class: "button great action-hint",
      onclick: () => actions.lookBack(null),
    },
    t("log.to_now"),
  );
}

/** A press of the mouse leaves the focus where it is, so that Enter then places the tile. @param {Event} event */
const keepFocus = (event) => event.preventDefault();

/**
 * @param {string} id
 * @param {number} by
 * @param {Actions} actions
 * @param {boolean} isDisabled
 */
function turnButton(id, by, actions, isDisabled) {
  const label = t(by > 0 ? "action.turn_right" : "action.turn_left");
  return h(
    "button",
    {
      key: id,
      type: "button",
      class: "icon-button",
      "aria-label": label,
      disabled: isDisabled,
      onmousedown: keepFocus,
      onclick: () => actions.turn(by),
    },
    icon(id),
  );
}

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
function middleButton(state, actions) {
  if (state.pending) {
    const words = state.isDoubted ? t("action.sending_again") : t("action.sending");
    return h(
      "span",
      { key: "sending", class: "button accent place is-sending", role: "status" },
      icon("spinner", "spinner"),
      words,
    );
  }
  if (canPlace(state)) {
    return h(
      "button",
      { key: "place", type: "button", class: "button accent place", onclick: () => actions.confirm() },
      icon("check"),
      t("action.place"),
    );
  }
  const plan = laterPanels()?.planButton(state, actions);
  if (plan) return plan;
  return h(
    "button",
    { key: "back", type: "button", class: "button place", onclick: () => actions.takeBack() },
    icon("undo"),
    t("action.put_back"),
  );
}
