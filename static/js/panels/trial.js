/** A move tried again: what is asked, the tile in hand, what came of it, and the way on. */

import { t } from "../texts/catalogue.js";
import { nameOf } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { icon } from "../ui/signs.js";
import { actionPanel, displayPanel } from "./display.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {{showBest: () => void, next: () => void, leave: () => void}} TrialActions */

/** @param {TableState} state @param {import("../table/actions.js").Actions} actions @param {TrialActions} trials */
export function trialPanel(state, actions, trials) {
  const { trial } = state;
  if (!trial || state.me === null) return null;
  const asks = t("trial.pick", { name: nameOf(state, state.me), round: trial.round });
  return h(
    "section",
    { class: "trial card", "aria-label": t("trial.title") },
    h(
      "div",
      { class: "trial-says" },
      trial.all > 1 ? h("small", null, t("trial.count", { number: trial.number, all: trial.all })) : null,
      h("p", { role: "status" }, trial.verdict || asks),
    ),
    displayPanel(state, actions),
    actionPanel(state, actions),
    h(
      "div",
      { class: "trial-tools" },
      trial.isDone ? null : button("trial.show", "eye", trials.showBest),
      trial.number < trial.all ? button("trial.next", "right", trials.next) : null,
      button("trial.leave", "close", trials.leave),
    ),
  );
}

/** @param {string} label @param {string} sign @param {() => void} onclick */
const button = (label, sign, onclick) =>
  h("button", { key: label, type: "button", class: "button small", onclick }, icon(sign), t(label));
