/** The moment of the past that is on show, and every way to another one: steps, rounds, a slider, and letting it play. */

import { LAST_ROUND } from "../generated/facts.js";
import { lastPly, moveOnShow, plyOnShow } from "../state/past.js";
import { t } from "../texts/catalogue.js";
import { about } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { withNames } from "../ui/names.js";
import { icon } from "../ui/signs.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../table/actions.js").Actions} Actions */

/**
 * The bar over the table while it shows the past.
 * @param {TableState} state
 * @param {Actions} actions
 */
export function momentBar(state, actions) {
  if (state.reviewSeq === null) return null;
  return h(
    "section",
    { class: "banner mine moment", "aria-label": t("replay.title") },
    momentLine(state),
    momentControls(state, actions),
    h(
      "button",
      { type: "button", class: "button small to-now", onclick: () => actions.lookBack(null) },
      t("log.to_now"),
    ),
  );
}

/** Which moment it is; not told again and again while it plays. @param {TableState} state */
export const momentLine = (state) =>
  h(
    "p",
    { class: "moment-text", role: "status", "aria-live": state.isPlaying ? "off" : "polite" },
    withNames(state, momentText(state)),
  );

/** @param {TableState} state */
function momentText(state) {
  const move = moveOnShow(state);
  return move ? about(state, "log.moment", move.seat, { round: move.round }) : t("log.at_start");
}

/** @param {TableState} state @param {Actions} actions */
export function momentControls(state, actions) {
  const [ply, last] = [plyOnShow(state), lastPly(state)];
  const button = (
    /** @type {string} */ label,
    /** @type {string} */ id,
    /** @type {boolean} */ disabled,
    /** @type {() => void} */ onclick,
  ) =>
    h(
      "button",
      {
        key: label,
        type: "button",
        class: `icon-button ${id.startsWith("round") ? "moment-round" : ""}`,
        "aria-label": t(label),
        title: t(label),
        disabled,
        onclick,
      },
      icon(id),
    );
  const isAtStart = ply === 0;
  const isAtEnd = ply >= last;
  return h(
    "div",
    { class: "moment-controls", role: "group", "aria-label": t("replay.controls") },
    slider(state, actions, ply, last),
    button("replay.round_earlier", "round-back", isAtStart, () => actions.stepRound(-1)),
    button("log.earlier", "left", isAtStart, () => actions.stepMove(-1)),
    h(
      "button",
      {
        key: "play",
        type: "button",
        class: "icon-button moment-play",
        "aria-label": t(state.isPlaying ? "replay.pause" : "replay.play"),
        title: t(state.isPlaying ? "replay.pause" : "replay.play"),
        disabled: last === 0,
        onclick: () => actions.playOrPause(),
      },
      icon(state.isPlaying ? "pause" : "play"),
    ),
    button("log.later", "right", isAtEnd, () => actions.stepMove(1)),
    button("replay.round_later", "round-on", isAtEnd, () => actions.stepRound(1)),
  );
}

/**
 * Rounds are marked below it: those that were begun, in equal steps.
 * @param {TableState} state
 * @param {Actions} actions
 * @param {number} ply
 * @param {number} last
 */
function slider(state, actions, ply, last) {
  const players = state.view?.players ?? 1;
  const rounds = Math.min(LAST_ROUND, last / players);
  return h("input", {
    key: "slider",
    class: "moment-slider",
    type: "range",
    min: 0,
    max: last,
    step: 1,
    value: String(ply),
    disabled: last === 0,
    style: { "--rounds": String(rounds || 1), "--share": String(last ? ply / last : 0) },
    "aria-label": t("replay.slider"),
    "aria-valuetext": momentText(state),
    oninput: (/** @type {Event} */ { target }) =>
      actions.goTo(Number(/** @type {HTMLInputElement} */ (target).value)),
  });
}
