/** My plan at the table: the button that makes the tile in hand a part of it, and all of it in words. */

import { canTry } from "../state/placing.js";
import { canPlan, canPlanHeld, isPlanFull, planned } from "../state/planning.js";
import { leaveOut, planHeld, withdraw } from "../table/plans.js";
import { t } from "../texts/catalogue.js";
import { h } from "../ui/dom.js";
import { icon, tileArt } from "../ui/signs.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../state/table.js").Wish} Wish */
/** @typedef {import("../table/actions.js").Actions} Actions */

/** From so far down on a net its face would lie under the words. */
const LOW = 0.6;

/** Instead of placing it, while it is not my move. @param {TableState} state @param {Actions} actions */
export function planButton(state, actions) {
  if (!canPlanHeld(state)) return null;
  const isFull = isPlanFull(state);
  return h(
    "button",
    {
      key: "plan",
      type: "button",
      class: "button accent place",
      disabled: isFull,
      onclick: () => void planHeld(actions),
    },
    icon("hourglass"),
    t(isFull ? "plan.full" : "plan.it"),
  );
}

/** What to do while nothing is in hand. @param {TableState} state */
export const planHint = (state) => (canPlan(state) ? t("plan.pick") : null);

/** Opens what is planned, and closes it. @param {TableState} state @param {Actions} actions */
export function planChip(state, actions) {
  if (planned(state).length === 0 || !canPlan(state)) return null;
  return h(
    "button",
    {
      key: "plan",
      type: "button",
      class: "button small ask-hint",
      "aria-expanded": String(state.isPlanOpen),
      onclick: () => actions.update((now) => ({ ...now, isPlanOpen: !now.isPlanOpen, front: null })),
    },
    icon("hourglass"),
    t("plan.chip"),
  );
}

/**
 * All of it, over the board.
 * @param {TableState} state
 * @param {Actions} actions
 * @param {import("../net/layout.js").Sheet} sheet
 */
export function planCard(state, actions, sheet) {
  const wishes = planned(state);
  if (!state.isPlanOpen || state.held || wishes.length === 0 || !canPlan(state)) return null;
  const isLow = state.board === "net" && sheet.places[wishes[0].face].y > LOW * sheet.height;
  const close = () => actions.update((now) => ({ ...now, isPlanOpen: false }));
  return h(
    "section",
    {
      key: "plan",
      class: `hint-card plan-card ${isLow ? "is-above" : ""}`,
      "aria-labelledby": "plan-title",
    },
    h("p", { id: "plan-title" }, t("plan.title")),
    h(
      "ol",
      null,
      wishes.map((wish, number) => wishLine(state, actions, wish, number)),
      h(
        "li",
        { key: "withdraw" },
        h(
          "button",
          { type: "button", class: "button small", onclick: () => void withdraw(actions) },
          icon("undo"),
          t("plan.withdraw"),
        ),
      ),
    ),
    h(
      "button",
      { type: "button", class: "icon-button", "aria-label": t("guide.close"), onclick: close },
      icon("close"),
    ),
  );
}

/** @param {TableState} state @param {Actions} actions @param {Wish} wish @param {number} number */
function wishLine(state, actions, { tile, face, turn }, number) {
  const { view } = state;
  if (!view) return null;
  const isThere = canTry(view, tile);
  const words = { tile: view.display.indexOf(tile) + 1, face };
  const text = t(!isThere ? "plan.gone" : number === 0 ? "plan.if" : "plan.else", words);
  const label = t("plan.leave_out", words);
  const drop = () => void leaveOut(actions, tile);
  return h(
    "li",
    { key: tile, class: isThere ? "" : "is-gone" },
    h("span", { class: "plan-tile", "aria-hidden": "true" }, tileArt(view.tiles[tile], turn, "small")),
    h("span", null, text),
    h(
      "button",
      { type: "button", class: "icon-button", "aria-label": label, title: label, onclick: drop },
      icon("minus"),
    ),
  );
}
