/** Keys, bound to the table; everything they do goes through the actions. */

import { canPlace } from "../state/placing.js";

/** @typedef {import("./actions.js").Actions} Actions */

/**
 * @param {Actions} actions
 */
export function bindKeys(actions) {
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
    if (act(actions, event)) event.preventDefault();
  };
  document.addEventListener("keydown", press);
}

/** Typing, and dialogs, keep their own keys. @param {EventTarget | null} target */
function isElsewhere(target) {
  return (
    target instanceof Element && target.closest("input, textarea, select, dialog[open], .menu[open]") !== null
  );
}

/**
 * @param {Actions} actions
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key meant something
 */
function act(actions, event) {
  const { key, target } = event;
  const face = target instanceof Element ? target.closest("[data-face]") : null;
  if (/^[1-5]$/.test(key)) return pickAt(actions, Number(key) - 1);
  if (key.startsWith("Arrow")) return !event.shiftKey && arrow(actions, key, target);
  if (key === "Enter") return enter(actions, face, event);
  if (key === " " && face) return pressFace(actions, face);
  const simple = simpleKeys[key.length === 1 ? key.toLowerCase() : key];
  if (!simple) return false;
  simple(actions, event.shiftKey);
  return true;
}

/** @type {Record<string, (actions: Actions, isShifted: boolean) => void>} */
const simpleKeys = {
  r: (actions, isShifted) => actions.turn(isShifted ? -1 : 1),
  n: (actions) => actions.nextFree(),
  c: (actions) => actions.centre(actions.get().focus),
  l: (actions) => actions.nextRegion(),
  h: (actions) => void actions.hintKey(),
  u: (actions) => void actions.showBoard(),
  0: (actions) => actions.home(),
  "?": (actions) => actions.showKeys(),
  Escape: (actions) => {
    if (actions.get().card) actions.closeCard();
    else if (actions.get().held) actions.takeBack();
    else if (actions.get().hint) actions.closeHint();
    else
      actions.update((state) => ({ ...state, reviewSeq: null, front: null, area: null, isSheetUp: false }));
  },
};

/**
 * Whoever takes a tile by its number has let go of the button that had the focus: the next Enter places the tile.
 * @param {Actions} actions
 * @param {number} place
 */
function pickAt(actions, place) {
  const tile = actions.get().view?.display[place];
  if (tile === undefined) return false;
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && !focused.closest("[data-face]")) focused.blur();
  actions.pick(tile, { byKey: true });
  return true;
}

/**
 * Arrows walk the planet, unless they walk animals, or scroll a list that has the focus.
 * @param {Actions} actions
 * @param {string} key
 * @param {EventTarget | null} target
 */
function arrow(actions, key, target) {
  const place = target instanceof Element ? target : null;
  if (place?.closest(".log-lines, .talk-lines, .end")) return false;
  const list = place?.closest(".races, .track");
  if (list && place?.matches("[data-card]")) walk(list, place, key);
  else actions.arrow(key);
  return true;
}

/**
 * Arrows lead from one animal of a list to the next.
 * @param {Element} list
 * @param {Element} from
 * @param {string} key
 */
function walk(list, from, key) {
  const animals = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-card]"))];
  const by = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  animals[animals.indexOf(/** @type {HTMLElement} */ (from)) + by]?.focus();
}

/**
 * Enter places the tile in hand, from its own card, too; on a face without it, it first brings the tile there. Every
 * other button that somebody went to keeps its Enter. One that is held down does nothing again.
 * @param {Actions} actions
 * @param {Element | null} face
 * @param {KeyboardEvent} event
 */
function enter(actions, face, { target, repeat }) {
  const { held } = actions.get();
  if (held && repeat) return true;
  if (face && !actions.isAt(Number(face.getAttribute("data-face")))) return pressFace(actions, face);
  if (!held || held.face === null) return false;
  const button = target instanceof Element && !face ? target.closest("button, a, summary") : null;
  if (button && !(button.matches(".tile.is-held") && canPlace(actions.get()))) return false;
  actions.confirm();
  return true;
}

/**
 * @param {Actions} actions
 * @param {Element} face
 */
function pressFace(actions, face) {
  actions.press(Number(face.getAttribute("data-face")), true);
  return true;
}
