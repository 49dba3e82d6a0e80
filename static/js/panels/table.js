/** The whole table as one description: which panel stands where is the style sheet's business. */

import { isEndOnShow, viewOnShow } from "../state/looking.js";
import { t } from "../texts/catalogue.js";
import { h } from "../ui/dom.js";
import { boardPanel } from "./board.js";
import { actionPanel, displayPanel } from "./display.js";
import { headPanel } from "./head.js";
import { laterPanels } from "./lazy.js";
import { objectivePanel } from "./objective.js";
import { racesPanel } from "./races.js";
import { trackPanel } from "./track.js";
import { worldsPanel } from "./worlds.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../table/actions.js").Actions} Actions */
/** @typedef {import("../net/layout.js").Sheet} Sheet */

/**
 * @param {TableState} state
 * @param {Actions} actions
 * @param {Sheet} sheet
 */
export function tablePage(state, actions, sheet) {
  const view = viewOnShow(state);
  // Until the game is known nothing stands about that would have to move when it comes.
  if (!view) return h("div", { class: "table is-waiting" }, headPanel(state, actions), toast(state));
  const isOver = isEndOnShow(state);
  return h(
    "div",
    {
      class: "table",
      "data-tab": state.tab ?? "races",
      "data-sheet": state.isSheetUp ? "up" : "down",
      "data-over": isOver,
      "data-races": state.room?.options.races !== false,
      "data-seated": state.me !== null,
      "data-moment": state.reviewSeq !== null,
      "data-card-pinned": state.card?.isPinned ?? false,
    },
    headPanel(state, actions),
    laterPanels()?.momentBar(state, actions),
    laterPanels()?.absencePanel(state, actions),
    boardPanel(state, actions, sheet),
    worldsPanel(state, actions),
    isOver
      ? laterPanels()?.endPanel(state, actions)
      : h(
          "div",
          { class: "sheet", key: "sheet" },
          sheetHandle(state, view, actions),
          trackPanel(state, view),
          tabs(state, actions),
          racesPanel(state),
          h(
            "div",
            { class: "hand" },
            displayPanel(state, actions),
            actionPanel(state, actions),
            state.view?.over && !state.isEndOpen ? backToEnd(actions) : null,
          ),
          objectivePanel(state),
          laterPanels()?.logPanel(state, actions),
          laterPanels()?.talkPanel(state, actions),
        ),
    state.card ? laterPanels()?.cardPanel(state, actions) : null,
    toast(state),
  );
}

/**
 * Opens the sheet, and says how many races there are besides the few that a phone shows.
 * @param {TableState} state
 * @param {import("../rules/view.js").View} view
 * @param {Actions} actions
 */
function sheetHandle(state, view, actions) {
  const races = state.room?.options.races === false ? 0 : view.columns.flat().filter(Boolean).length;
  return h(
    "button",
    {
      type: "button",
      class: "sheet-handle",
      "aria-expanded": String(state.isSheetUp),
      onclick: () => actions.toggleSheet(),
    },
    h("span", { class: "unseen" }, t(state.isSheetUp ? "table.sheet_down" : "table.sheet_up")),
    h("i", null),
    races > 2 && !state.isSheetUp ? h("small", null, `${t("table.tab_races")} ${races}`) : null,
  );
}

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
function tabs(state, actions) {
  const chosen = state.tab ?? "races";
  const tab = (/** @type {"races" | "log" | "talk"} */ name) =>
    h(
      "button",
      {
        type: "button",
        class: "tab",
        "aria-pressed": String(chosen === name),
        onclick: () => actions.showTab(name),
      },
      t(`table.tab_${name}`),
    );
  return h(
    "div",
    { class: "tabs side-tabs", role: "group", "aria-label": t("table.tabs") },
    tab("races"),
    tab("log"),
    tab("talk"),
  );
}

/** @param {Actions} actions */
function backToEnd(actions) {
  return h(
    "button",
    {
      type: "button",
      class: "button accent great back-to-end",
      onclick: () => actions.update((now) => ({ ...now, isEndOpen: true })),
    },
    t("end.back"),
  );
}

/** @param {TableState} state */
function toast({ toast }) {
  return h(
    "div",
    { class: "toasts table-toasts", role: "status" },
    toast ? h("p", { key: toast.id, class: `toast ${toast.isWrong ? "wrong" : ""}` }, toast.text) : null,
  );
}
