/** A whole game to look at again: its planets, its races as they stood, what everybody hid, and the way through time. */

import { scoresOf } from "../rules/score.js";
import { viewOnShow } from "../state/looking.js";
import { awardsOf, moveOnShow } from "../state/past.js";
import { t } from "../texts/catalogue.js";
import { awardText, moveText } from "../texts/events.js";
import { habitatName, nameOf } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { rich } from "../ui/names.js";
import { animal, habitatDisc, icon, tileArt } from "../ui/signs.js";
import { boardPanel } from "./board.js";
import { cardPanel } from "./card.js";
import { displayPanel } from "./display.js";
import { logPanel } from "./log.js";
import { momentControls, momentLine } from "./moment.js";
import { objectivePanel } from "./objective.js";
import { opener } from "./opener.js";
import { racesPanel } from "./races.js";
import { trackPanel } from "./track.js";
import { trialPanel } from "./trial.js";
import { worldsPanel } from "./worlds.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../table/actions.js").Actions} Actions */
/**
 * Whose eyes one may look through, and what is chosen.
 * @typedef {object} Eyes
 * @property {(number | null)[]} seats   null: a watcher's
 * @property {number | null} seat
 * @property {boolean} mayOpen           there are secrets to show
 * @property {boolean} isOpen
 * @property {(seat: number | null, isOpen: boolean) => void} choose
 */

/**
 * @param {TableState} state
 * @param {Actions} actions
 * @param {import("../net/layout.js").Sheet} sheet
 * @param {Eyes} eyes
 * @param {import("./trial.js").TrialActions | null} [trials]  where moves may be tried again
 */
export function replayPanel(state, actions, sheet, eyes, trials = null) {
  const view = viewOnShow(state);
  if (!view) return null;
  return h(
    "div",
    {
      class: "replay-stage",
      "data-tab": state.tab ?? "races",
      "data-over": view.over,
      "data-seated": view.objective !== null && !view.over,
      "data-open": view.objectives !== null,
      "data-trial": state.trial !== null,
    },
    eyesBar(state, eyes),
    trackPanel(state, view),
    boardPanel(state, actions, sheet),
    state.trial && trials ? trialPanel(state, actions, trials) : momentCard(state, actions),
    worldsPanel(state, actions, (seat) => secretOf(view, seat)),
    h(
      "div",
      { class: "replay-side" },
      tabs(state, actions),
      view.over ? h("p", { class: "races quiet" }, t("replay.no_more_races")) : racesPanel(state),
      logPanel(state, actions),
    ),
    objectivePanel(state),
    state.trial ? null : displayPanel(state, actions),
    state.card ? cardPanel(state, actions) : null,
  );
}

/** @param {TableState} state @param {Actions} actions */
const momentCard = (state, actions) =>
  h(
    "div",
    { class: "moment card" },
    h(
      "div",
      { class: "moment-head" },
      momentLine(state),
      h("div", { class: "ply-tools", key: "tools", held: true }),
    ),
    told(state),
    momentControls(state, actions),
  );

/** @param {TableState} state @param {Eyes} eyes */
function eyesBar(state, { seats, seat, mayOpen, isOpen, choose }) {
  const value = (/** @type {number | null} */ one) => (one === null ? "" : String(one));
  const chosen = (/** @type {Event} */ { target }) => {
    const { value } = /** @type {HTMLSelectElement} */ (target);
    choose(value === "" ? null : Number(value), isOpen);
  };
  return h(
    "div",
    { class: "replay-eyes" },
    h(
      "label",
      { class: "option" },
      h("span", null, t("replay.eye")),
      h(
        "span",
        { class: "select-line" },
        h(
          "select",
          { class: "select", onchange: chosen, disabled: seats.length < 2 },
          seats.map((one) =>
            h(
              "option",
              { value: value(one), selected: one === seat },
              one === null ? t("replay.watcher") : nameOf(state, one),
            ),
          ),
        ),
        icon("down"),
      ),
    ),
    mayOpen
      ? h(
          "button",
          {
            type: "button",
            class: "button small",
            "aria-pressed": String(isOpen),
            onclick: () => choose(seat, !isOpen),
          },
          icon(isOpen ? "unlock" : "lock"),
          t(isOpen ? "replay.secrets_shown" : "replay.secrets_hidden"),
        )
      : null,
  );
}

/** What was done, and which animals came of it. @param {TableState} state */
function told(state) {
  const move = moveOnShow(state);
  if (!move) return h("ul", { class: "told" });
  return h(
    "ul",
    { class: "told" },
    h(
      "li",
      { key: "move" },
      tileArt(state.view?.tiles[move.tile] ?? "", move.turn, "small"),
      h("span", null, rich(moveText(state, move))),
    ),
    awardsOf(move).map((award, i) =>
      h(
        "li",
        { key: award.animal },
        opener(award.animal, award.round, "told-animal", i === 0, animal(award.animal, { isNamed: true })),
        h("span", null, rich(awardText(state, award))),
      ),
    ),
  );
}

/** A seat's secret habitat, and the points that it would have now. @param {View} view @param {number} seat */
function secretOf(view, seat) {
  if (!view.objectives && !view.scores) return null;
  const scores = view.scores ?? scoresOf(view, view.objectives, view.planets, view.awards);
  const { objective, total } = scores[seat];
  const points = t("counted.points", { count: total });
  return h(
    "span",
    { class: "world-secret" },
    objective ? habitatDisc(objective) : null,
    h("b", { "aria-hidden": "true" }, String(total)),
    h(
      "span",
      { class: "unseen" },
      objective ? t("replay.secret", { habitat: habitatName(objective), points }) : points,
    ),
  );
}

/** @param {TableState} state @param {Actions} actions */
function tabs(state, actions) {
  const tab = (/** @type {"races" | "log"} */ name) =>
    h(
      "button",
      {
        type: "button",
        class: "tab",
        "aria-pressed": String((state.tab ?? "races") === name),
        onclick: () => actions.showTab(name),
      },
      t(`table.tab_${name}`),
    );
  return h(
    "div",
    { class: "tabs side-tabs", role: "group", "aria-label": t("table.tabs") },
    tab("races"),
    tab("log"),
  );
}
