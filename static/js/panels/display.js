/** The five tiles of the round, and what is done with the one in hand: turn it, place it, put it back. */

import { canPlace, isMyMove, lookBack, viewOnShow } from "../state.js";
import { h } from "../table/dom.js";
import { icon, mark, tileArt } from "../table/signs.js";
import { about, tileText } from "../table/words.js";
import { t } from "../texts.js";

/** @typedef {import("../state.js").TableState} TableState */
/** @typedef {import("../table/hands.js").Hands} Hands */

/**
 * @param {TableState} state
 * @param {Hands} hands
 */
export function displayPanel(state, hands) {
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
        h("li", { key: tile }, card(state, hands, tile, place, view.taken[place])),
      ),
    ),
  );
}

/**
 * @param {TableState} state
 * @param {Hands} hands
 * @param {number} tile
 * @param {number} place
 * @param {number | null} taker
 */
function card(state, hands, tile, place, taker) {
  const letters = state.view?.tiles[tile] ?? "";
  const isHeld = state.held?.tile === tile;
  const turn = isHeld ? (state.held?.turn ?? 0) : (state.turns[tile] ?? 0);
  const told = taker === null ? "" : about(state, "display.taken", taker);
  const label = t("display.tile", { place: place + 1, inside: tileText(letters, turn) });
  return h(
    "button",
    {
      type: "button",
      class: `tile ${isHeld ? "is-held" : ""} ${taker === null ? "" : "is-gone"}`,
      "data-tile": tile,
      "aria-pressed": state.me === null ? null : String(isHeld),
      "aria-disabled": taker !== null || state.me === null || state.moment !== null ? "true" : null,
      "aria-label": [label, told].filter(Boolean).join(", "),
      onmousedown: keepFocus,
      onclick: () => state.moment === null && hands.pick(tile),
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
 * @param {Hands} hands
 */
export function actionPanel(state, hands) {
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
          turnButton("turn-left", -1, hands, pending !== null),
          middleButton(state, hands),
          turnButton("turn-right", 1, hands, pending !== null),
        )
      : idleHint(state, hands),
  );
}

/** What to do while nothing is in hand; in the past, where no tile can be tried, the way back. @param {TableState} state @param {Hands} hands */
function idleHint(state, hands) {
  if (state.moment === null)
    return h("p", { class: "action-hint" }, t(isMyMove(state) ? "action.pick" : "action.try"));
  return h(
    "button",
    {
      type: "button",
      class: "button great action-hint",
      onclick: () => hands.update((now) => lookBack(now, null)),
    },
    t("log.to_now"),
  );
}

/** A press of the mouse leaves the focus where it is, so that Enter then places the tile. @param {Event} event */
const keepFocus = (event) => event.preventDefault();

/**
 * @param {string} id
 * @param {number} by
 * @param {Hands} hands
 * @param {boolean} isDisabled
 */
function turnButton(id, by, hands, isDisabled) {
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
      onclick: () => hands.turn(by),
    },
    icon(id),
  );
}

/**
 * @param {TableState} state
 * @param {Hands} hands
 */
function middleButton(state, hands) {
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
      { key: "place", type: "button", class: "button accent place", onclick: () => hands.confirm() },
      icon("check"),
      t("action.place"),
    );
  }
  return h(
    "button",
    { key: "back", type: "button", class: "button place", onclick: () => hands.takeBack() },
    icon("undo"),
    t("action.put_back"),
  );
}
