/** Dragging, swiping and pulling, bound to the table when it has time; each of them can be done by a press, too. */

/** @typedef {import("./actions.js").Actions} Actions */

const DRAG_PX = 8;
const SWIPE_PX = 48;
const TURN_PX = 28;

/**
 * @param {Element} root
 * @param {Actions} actions
 * @param {import("./globes.js").Globes["under"]} under
 */
export function bindGestures(root, actions, under) {
  bindDrag(root, actions, under);
  bindSwipe(root, actions);
  bindSheet(root, actions);
}

/**
 * Tiles can be dragged onto the board; a finger's swipe across the held one turns it.
 * @param {Element} root
 * @param {Actions} actions
 * @param {import("./globes.js").Globes["under"]} under
 */
function bindDrag(root, actions, under) {
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
 * A finger's swipe over the net brings the next planet forward, while nothing is held.
 * @param {Element} root
 * @param {Actions} actions
 */
export function bindSwipe(root, actions) {
  /** @type {{x: number, y: number} | null} */
  let start = null;
  const down = (/** @type {Event} */ event) => {
    const { pointerType, clientX, clientY, target } = /** @type {PointerEvent} */ (event);
    const isOnBoard = /** @type {Element} */ (target).closest(".sheet-space, .worlds") !== null;
    start = pointerType === "touch" && isOnBoard && !actions.get().held ? { x: clientX, y: clientY } : null;
  };
  const up = (/** @type {Event} */ event) => {
    if (!start) return;
    const { clientX, clientY } = /** @type {PointerEvent} */ (event);
    const [dx, dy] = [clientX - start.x, clientY - start.y];
    start = null;
    if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < 1.5 * Math.abs(dy)) return;
    swallowClick();
    actions.swipe(dx < 0 ? 1 : -1);
  };
  root.addEventListener("pointerdown", down);
  root.addEventListener("pointerup", up);
}

/**
 * A phone's sheet follows a finger on its handle or, while it is down, on its races; up or down far enough, it opens
 * or closes.
 * @param {Element} root
 * @param {Actions} actions
 */
function bindSheet(root, actions) {
  /** @type {number | null} */
  let from = null;
  let isPulled = false;
  const sheet = () => /** @type {HTMLElement | null} */ (root.querySelector(".sheet"));
  const follow = (/** @type {number} */ by) => sheet()?.style.setProperty("--pull", `${by}px`);
  const down = (/** @type {Event} */ event) => {
    const place = /** @type {Element} */ (event.target).closest(".sheet-handle, .sheet .race-rounds");
    const isUp = actions.get().isSheetUp;
    if (!place || (isUp && !place.matches(".sheet-handle"))) return;
    from = /** @type {PointerEvent} */ (event).clientY;
    isPulled = false;
  };
  const move = (/** @type {PointerEvent} */ { clientY }) => {
    if (from === null) return;
    const by = clientY - from;
    const isThere = actions.get().isSheetUp ? by > SWIPE_PX : by < -SWIPE_PX;
    follow(isThere ? 0 : Math.max(-SWIPE_PX, Math.min(by, SWIPE_PX)));
    if (!isThere) return;
    actions.toggleSheet();
    isPulled = true;
    from = null;
  };
  const up = () => {
    if (isPulled) swallowClick();
    isPulled = false;
    from = null;
    follow(0);
  };
  root.addEventListener("pointerdown", down);
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", up);
}
