/** The board in the middle: a planet in front, unfolded or (where the browser can) as a globe, with what won it. */

import { netBoard, netName } from "../net/board.js";
import { faceNote, regionNote } from "../net/describe.js";
import { animalsOf, litAreas } from "../state/lit.js";
import { bringForward, isMineInFront, seatInFront, viewOnShow } from "../state/looking.js";
import { areasOnShow, placementTried } from "../state/trying.js";
import { t } from "../texts/catalogue.js";
import { nameOf } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { nameTag } from "../ui/names.js";
import { animal, count, icon, mark } from "../ui/signs.js";
import { laterPanels } from "./lazy.js";
import { objectiveChip } from "./objective.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../table/actions.js").Actions} Actions */
/** @typedef {import("../net/layout.js").Sheet} Sheet */

/**
 * @param {TableState} state
 * @param {Actions} actions
 * @param {Sheet} sheet
 */
export function boardPanel(state, actions, sheet) {
  const view = viewOnShow(state);
  if (!view)
    return h("section", { class: "board is-empty", "aria-busy": "true", "aria-label": t("net.board") });
  const seat = seatInFront(state);
  const isMine = seat === state.me;
  const name = isMine ? t("net.yours") : netName(nameOf(state, seat));
  return h(
    "section",
    { class: `board shows-${state.board}`, "aria-label": name, "data-seat": seat },
    h(
      "div",
      { class: "board-bar" },
      state.hasPlanet ? switcher(state, actions) : null,
      laterPanels()?.resultsPanel(state),
      boardTools(state, actions),
    ),
    isMine ? null : whose(state, actions, seat),
    state.hasPlanet ? h("div", { class: "globe-space", held: true, key: "globe" }) : null,
    h(
      "div",
      { class: "sheet-space", key: "net", onwheel: actions.wheel, oncontextmenu: actions.turnByPress },
      netOf(state, actions, sheet, seat, name),
    ),
    note(state, actions, seat),
    objectiveChip(state),
    moons(state, seat),
    laterPanels()?.hintPanel(state, actions, sheet),
    laterPanels()?.planCard(state, actions, sheet),
    laterPanels()?.ceremonyPanel(state),
    reactionFloat(state),
  );
}

/**
 * @param {TableState} state
 * @param {Actions} actions
 * @param {Sheet} sheet
 * @param {number} seat
 * @param {string} name
 */
function netOf(state, actions, sheet, seat, name) {
  const ghost = seat === state.me ? (placementTried(state)?.face ?? null) : null;
  return netBoard({
    areas: areasOnShow(state, seat),
    sheet,
    name,
    ghost,
    lit: litAreas(state, seat),
    focus: state.focus,
    marked: ghost ?? state.hover,
    canTry: state.held !== null && isMineInFront(state),
    on: actions.net,
  });
}

/** Each press shows the largest region of the next habitat; a planet that was zoomed can be whole again. @param {TableState} state @param {Actions} actions */
function boardTools(state, actions) {
  const tool = (/** @type {string} */ label, /** @type {string} */ id, /** @type {() => void} */ onclick) =>
    h(
      "button",
      { key: id, type: "button", class: "icon-button", "aria-label": label, title: label, onclick },
      icon(id),
    );
  return h(
    "span",
    { class: "board-tools" },
    state.isZoomed && state.board === "planet" ? tool(t("net.whole"), "minus", actions.home) : null,
    tool(t("net.next_region"), "follow", actions.nextRegion),
  );
}

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
function switcher(state, actions) {
  const choice = (/** @type {"planet" | "net"} */ board, /** @type {string} */ id) =>
    h(
      "button",
      {
        type: "button",
        class: "tab",
        "aria-label": t(`net.show_${board}`),
        "aria-pressed": String(state.board === board),
        onclick: () => actions.showBoard(board),
      },
      icon(id),
      h("span", null, t(`net.show_${board}`)),
    );
  return h(
    "div",
    { class: "tabs switcher", role: "group", "aria-label": t("net.switch") },
    choice("planet", "globe"),
    choice("net", "net"),
  );
}

/**
 * Whose planet lies in front, and the way back to mine.
 * @param {TableState} state
 * @param {Actions} actions
 * @param {number} seat
 */
function whose(state, actions, seat) {
  return h(
    "div",
    { class: "whose" },
    h("p", { class: "chip" }, mark(seat), nameTag(nameOf(state, seat))),
    state.me === null || state.front === null ? null : backToMine(seat, actions),
  );
}

/**
 * @param {number} seat
 * @param {Actions} actions
 */
function backToMine(seat, actions) {
  const goBack = () => actions.update((now) => bringForward(now, seat));
  return h(
    "button",
    {
      type: "button",
      class: "button small to-mine",
      "aria-label": t("net.back_to_mine"),
      onclick: goBack,
    },
    icon("undo"),
    h("span", null, t("net.back_to_mine")),
  );
}

/**
 * The face under the pointer or the keyboard, in words, and a press that makes it the middle of the net.
 * @param {TableState} state
 * @param {Actions} actions
 * @param {number} seat
 */
function note(state, actions, seat) {
  const view = viewOnShow(state);
  const face = (seat === state.me ? placementTried(state)?.face : null) ?? state.hover;
  if (view && state.area !== null && !state.held) return regionOn(areasOnShow(state, seat), state.area);
  if (!view || face === null || state.board !== "net") return h("div", { class: "face-note" });
  return h(
    "div",
    { class: "face-note" },
    h("b", { class: "face-title" }, t("net.face", { face })),
    h("p", null, faceNote(areasOnShow(state, seat), face)),
    face === state.netCentre
      ? null
      : h(
          "button",
          { type: "button", class: "button small plain", onclick: () => actions.centre(face) },
          icon("net"),
          t("net.to_middle"),
        ),
  );
}

/**
 * The region under the pointer, which glows meanwhile: its size and what it touches.
 * @param {string} areas
 * @param {number} area
 */
function regionOn(areas, area) {
  const region = regionNote(areas, area);
  return h(
    "div",
    { class: "face-note is-region" },
    region ? [h("b", { class: "face-title" }, region.title), h("p", null, region.text)] : null,
  );
}

/**
 * The animals that live on the planet in front, and how many.
 * @param {TableState} state
 * @param {number} seat
 */
function moons(state, seat) {
  const animals = animalsOf(state, seat);
  return [
    h("span", { key: "count", class: "chip moon-count", "aria-hidden": "true" }, count(animals.length)),
    animals.length === 0
      ? null
      : h(
          "ul",
          { class: "moons", "aria-label": t("net.animals") },
          animals.map((award) => h("li", { key: award.animal }, animal(award.animal, { isNamed: true }))),
        ),
  ];
}

/** What was just felt, floating over the board for a moment. @param {TableState} state */
function reactionFloat(state) {
  const heard = state.reactions.filter((one) => !state.muted.includes(one.name));
  return h(
    "div",
    { class: "reaction-float", "aria-hidden": "true" },
    heard.map((one) =>
      h(
        "span",
        { key: one.id, class: "speech" },
        one.seat === null ? icon("eye") : mark(one.seat),
        " ",
        t(`reactions.${one.reaction}`),
      ),
    ),
  );
}
