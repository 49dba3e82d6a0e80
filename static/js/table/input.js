/** Keys, dragging and swiping, bound to the table; everything they do goes through the actions. */

import { canPlace } from "../state/placing.js";

/** @typedef {import("./actions.js").Actions} Actions */

const DRAG_PX = 8;
const SWIPE_PX = 48;
const TURN_PX = 28;
const HANDLE_PX = 16;

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

/**
 * Tiles can be dragged onto the board; a finger's swipe across the held one turns it.
 * @param {Element} root
 * @param {Actions} actions
 * @param {import("./globes.js").Globes["under"]} under
 */
export function bindDrag(root, actions, under) {
  /** @type {{tile: number, x: number, y: number, ghost: HTMLElement | null, card: Element} | null} */
  let drag = null;

  const down = (/** @type {PointerEvent} */ event) => {
    const card = /** @type {Element} */ (event.target).closest(".tile[data-tile]:not([aria-disabled])");
    if (!card || event.button !== 0) return;
    drag = {
      tile: Number(card.getAttribute("data-tile")),
      x: event.clientX,
      y: event.clientY,
      ghost: null,
      card,
    };
  };
  const move = (/** @type {PointerEvent} */ event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost && isTurning(event, drag.card, dx, dy)) return turn(event, dx);
    if (!drag.ghost && Math.hypot(dx, dy) > DRAG_PX && !isSideways(event, dx, dy)) lift(drag);
    if (!drag.ghost) return;
    event.preventDefault();
    drag.ghost.style.setProperty("transform", `translate(${event.clientX}px, ${event.clientY}px)`);
    const point = pointOnNet(event);
    if (point) actions.point(point, { pin: true });
    else actions.hoverGlobe(under(event), { pin: true });
  };
  const turn = (/** @type {PointerEvent} */ event, /** @type {number} */ dx) => {
    if (!drag || Math.abs(dx) < TURN_PX) return;
    actions.turn(dx > 0 ? 1 : -1);
    drag.x = event.clientX;
    swallowClick();
  };
  const lift = (/** @type {NonNullable<typeof drag>} */ lifted) => {
    if (actions.get().held?.tile !== lifted.tile) actions.pick(lifted.tile);
    lifted.ghost = ghostOf(lifted.card);
  };
  const up = () => {
    if (drag?.ghost) {
      drag.ghost.remove();
      swallowClick();
    }
    drag = null;
  };

  root.addEventListener("pointerdown", /** @type {EventListener} */ (down));
  window.addEventListener("pointermove", move, { passive: false });
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);
}

/**
 * @param {PointerEvent} event
 * @param {number} dx
 * @param {number} dy
 */
function isSideways(event, dx, dy) {
  return event.pointerType === "touch" && Math.abs(dx) > Math.abs(dy);
}

/**
 * @param {PointerEvent} event
 * @param {Element} card
 * @param {number} dx
 * @param {number} dy
 */
function isTurning(event, card, dx, dy) {
  return isSideways(event, dx, dy) && card.classList.contains("is-held");
}

/** The press that ends a drag is not also a press on what lies below. */
function swallowClick() {
  const swallow = (/** @type {Event} */ event) => event.stopPropagation();
  window.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", swallow, { capture: true }), 60);
}

/** @param {Element} card */
function ghostOf(card) {
  const ghost = document.createElement("div");
  ghost.className = "drag-ghost";
  const art = card.querySelector(".tile-art");
  if (art) ghost.append(art.cloneNode(true));
  document.body.append(ghost);
  return ghost;
}

/** @param {PointerEvent} event */
function pointOnNet(event) {
  const box = document.querySelector("svg.net")?.getBoundingClientRect();
  if (
    !box ||
    event.clientX < box.left ||
    event.clientX > box.right ||
    event.clientY < box.top ||
    event.clientY > box.bottom
  )
    return null;
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/**
 * A finger's swipe over the net brings the next planet forward, while nothing is held; on its handle it moves the sheet.
 * @param {Element} root
 * @param {Actions} actions
 */
export function bindSwipe(root, actions) {
  /** @type {{x: number, y: number, isOnHandle: boolean} | null} */
  let start = null;
  const down = (/** @type {Event} */ event) => {
    const { pointerType, clientX: x, clientY: y, target } = /** @type {PointerEvent} */ (event);
    const place = /** @type {Element} */ (target);
    const isOnHandle = place.closest(".sheet-handle") !== null;
    const isOnBoard = place.closest(".sheet-space, .worlds") !== null && !actions.get().held;
    start = pointerType === "touch" && (isOnHandle || isOnBoard) ? { x, y, isOnHandle } : null;
  };
  const up = (/** @type {Event} */ event) => {
    if (!start) return;
    const { clientX, clientY } = /** @type {PointerEvent} */ (event);
    const [dx, dy] = [clientX - start.x, clientY - start.y];
    const { isOnHandle } = start;
    start = null;
    if (isOnHandle) return moveSheet(actions, dy);
    if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < 1.5 * Math.abs(dy)) return;
    swallowClick();
    actions.swipe(dx < 0 ? 1 : -1);
  };
  root.addEventListener("pointerdown", down);
  root.addEventListener("pointerup", up);
}

/** Up it opens, down it closes. @param {Actions} actions @param {number} dy */
function moveSheet(actions, dy) {
  if (Math.abs(dy) < HANDLE_PX) return;
  swallowClick();
  if (dy < 0 !== actions.get().isSheetUp) actions.toggleSheet();
}
