/** The whole table as one description: which panel stands where is the style sheet's business. */

import { isEndOnShow, viewOnShow } from "../state.js";
import { h } from "../table/dom.js";
import { laterPanels } from "../table/later.js";
import { t } from "../texts.js";
import { absencePanel } from "./absence.js";
import { boardPanel } from "./board.js";
import { actionPanel, displayPanel } from "./display.js";
import { headPanel } from "./head.js";
import { logPanel, momentBar } from "./log.js";
import { objectivePanel } from "./objective.js";
import { racesPanel } from "./races.js";
import { trackPanel } from "./track.js";
import { worldsPanel } from "./worlds.js";

/** @typedef {import("../state.js").TableState} TableState */
/** @typedef {import("../table/hands.js").Hands} Hands */
/** @typedef {import("../net/layout.js").Sheet} Sheet */

/**
 * @param {TableState} state
 * @param {Hands} hands
 * @param {Sheet} sheet
 */
export function tablePage(state, hands, sheet) {
  const view = viewOnShow(state);
  // Until the game is known nothing stands about that would have to move when it comes.
  if (!view) return h("div", { class: "table is-waiting" }, headPanel(state, hands), toast(state));
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
      "data-moment": state.moment !== null,
      "data-card-pinned": state.card?.isPinned ?? false,
    },
    headPanel(state, hands),
    momentBar(state, hands),
    absencePanel(state, hands),
    boardPanel(state, hands, sheet),
    worldsPanel(state, hands),
    isOver
      ? laterPanels()?.endPanel(state, hands)
      : h(
          "div",
          { class: "sheet", key: "sheet" },
          sheetHandle(state, hands),
          trackPanel(state, view),
          tabs(state, hands),
          racesPanel(state),
          h(
            "div",
            { class: "hand" },
            displayPanel(state, hands),
            actionPanel(state, hands),
            state.view?.over && !state.isEndOpen ? backToEnd(hands) : null,
          ),
          objectivePanel(state),
          logPanel(state, hands),
          laterPanels()?.talkPanel(state, hands),
        ),
    state.card ? laterPanels()?.cardPanel(state, hands) : null,
    toast(state),
  );
}

/**
 * @param {TableState} state
 * @param {Hands} hands
 */
function sheetHandle(state, hands) {
  const label = t(state.isSheetUp ? "table.sheet_down" : "table.sheet_up");
  return h(
    "button",
    {
      type: "button",
      class: "sheet-handle",
      "aria-expanded": String(state.isSheetUp),
      "aria-label": label,
      onclick: () => hands.toggleSheet(),
    },
    h("span", null),
  );
}

/**
 * @param {TableState} state
 * @param {Hands} hands
 */
function tabs(state, hands) {
  const chosen = state.tab ?? "races";
  const tab = (/** @type {"races" | "log" | "talk"} */ name) =>
    h(
      "button",
      {
        type: "button",
        class: "tab",
        "aria-pressed": String(chosen === name),
        onclick: () => hands.showTab(name),
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

/** @param {Hands} hands */
function backToEnd(hands) {
  return h(
    "button",
    {
      type: "button",
      class: "button accent great back-to-end",
      onclick: () => hands.update((now) => ({ ...now, isEndOpen: true })),
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
