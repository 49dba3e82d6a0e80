/** What a pointer does over a planet, flat or round: a tile in hand follows it, and a press puts it there. */

import { faceAt } from "../net/layout.js";
import { areaNumber, stepsBetween } from "../rules/sphere.js";
import { isMineInFront } from "../state/looking.js";
import { aim, isFree, nearestFree } from "../state/placing.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../net/layout.js").Point} Point */
/** @typedef {import("../planet/pick.js").Pick} Spot */
/** @typedef {import("./actions.js").Means} Means */
/** @typedef {import("./actions.js").Basics} Basics */
/** @typedef {ReturnType<typeof import("./tile-actions.js").makeTileActions>} TileActions */
/** @typedef {ReturnType<typeof import("./board-actions.js").makeBoardActions>} BoardActions */

/** How near the pointer must be for a free face to catch the held tile, in radii. */
const CATCH = 1.3;
/** A second press on the held tile places it, but not the second half of a double press. */
const SECOND_PRESS_MS = 350;
const WHEEL_MS = 120;

/**
 * @param {Means} means
 * @param {Basics} basics
 * @param {TileActions & BoardActions} others
 */
export function makePointerActions(means, basics, others) {
  const press = makePress(means, basics, others.confirm);
  const point = makePoint(means, basics);
  return {
    press,
    point,
    hoverGlobe: makeHover(means, basics),
    ...makeTurns(basics, others.turn),

    /** The globe was turned by hand: a tile that was not put anywhere goes along. @param {number} face */
    follow(face) {
      const free = isMineInFront(basics.get()) ? nearestFree(basics.get(), face) : null;
      if (free !== null) basics.update((state) => aim(state, free, { pin: false }));
    },

    /** Whether the held tile is as near to a face as it can lie. @param {number} face */
    isAt: (face) => basics.get().held?.face === nearestFree(basics.get(), face),

    net: makeNetEvents(means, basics, { ...others, press, point }),
  };
}

/**
 * @param {Means} means
 * @param {Basics} basics
 * @param {() => void} confirm
 */
function makePress({ globes }, { get, update }, confirm) {
  let pinnedAt = 0;

  /** A press on a face: the held tile comes there, or as near as it can lie. @param {number} face @param {boolean} isDouble @param {number | null} [slot] */
  return (face, isDouble, slot = null) => {
    const state = get();
    const free = nearestFree(state, face, slot);
    if (!state.held || !isMineInFront(state) || free === null)
      return update((now) => ({ ...now, focus: face, hover: face }));
    const isThere = state.held.face === free && state.held.isPinned;
    const isAgain = isThere && face === free && !isDouble && Date.now() - pinnedAt > SECOND_PRESS_MS;
    if (isAgain) return confirm();
    if (!isThere) pinnedAt = Date.now();
    update((now) => ({ ...aim(now, free, { pin: true }), hover: face }));
    globes().aim(free, true);
  };
}

/** @param {Means} means @param {Basics} basics */
function makePoint({ sheet }, { get, update }) {
  /** The pointer rests at a point of the net. @param {Point} point @param {{pin?: boolean}} [how] */
  return (point, { pin = false } = {}) => {
    const face = catcher(get(), sheet(), point);
    if (face !== null) update((state) => aim(state, face, { pin }));
    const hover = faceAt(sheet(), point);
    update((state) => (state.hover === hover ? state : { ...state, hover }));
  };
}

/** @param {Means} means @param {Basics} basics */
function makeHover({ globes }, { get, update }) {
  /** @param {number} face @param {boolean} pin */
  function aimThere(face, pin) {
    const before = get().held?.face;
    update((state) => aim(state, face, { pin }));
    if (get().held?.face === face && before !== face) globes().aim(face, false);
  }

  /** The pointer rests on the globe: a free face catches the tile from its neighbours, too. @param {Spot | null} spot @param {{pin?: boolean}} [how] */
  return (spot, { pin = false } = {}) => {
    const free = spot && isMineInFront(get()) ? nearestFree(get(), spot.face, spot.slot) : null;
    if (spot && free !== null && stepsBetween(spot.face, free) <= 1) aimThere(free, pin);
    const hover = spot?.face ?? null;
    const area = spot && areaNumber(spot.face, spot.slot);
    update((state) => (state.hover === hover && state.area === area ? state : { ...state, hover, area }));
  };
}

/** Wheel and second button turn the tile in hand. @param {Basics} basics @param {(by: number) => void} turn */
function makeTurns({ get }, turn) {
  let wheeledAt = 0;
  return {
    wheel: (/** @type {WheelEvent} */ event) => {
      if (!get().held) return;
      event.preventDefault();
      if (event.timeStamp - wheeledAt < WHEEL_MS) return;
      wheeledAt = event.timeStamp;
      turn(event.deltaY > 0 ? 1 : -1);
    },
    turnByPress: (/** @type {Event} */ event) => {
      if (!get().held) return;
      event.preventDefault();
      turn(1);
    },
  };
}

/**
 * What the flat net listens to.
 * @param {Means} means
 * @param {Basics} basics
 * @param {Pick<TileActions & BoardActions, "takeBack" | "centre"> & {press: ReturnType<typeof makePress>, point: ReturnType<typeof makePoint>}} actions
 */
function makeNetEvents({ sheet }, { get, update }, { press, point, takeBack, centre }) {
  return {
    onpointermove: (/** @type {PointerEvent} */ event) => {
      if (event.pointerType !== "touch") point(pointIn(event));
    },
    onpointerleave: () => update((state) => (state.hover === null ? state : { ...state, hover: null })),
    onclick: (/** @type {MouseEvent} */ event) => {
      const face = faceUnder(event);
      if (face !== null) return press(face, event.detail > 1);
      if (faceAt(sheet(), pointIn(event), CATCH) === null) takeBack();
    },
    ondblclick: (/** @type {MouseEvent} */ event) => {
      const face = faceAt(sheet(), pointIn(event));
      if (face !== null && !get().held) centre(face);
    },
    onfocusin: (/** @type {FocusEvent} */ event) => {
      const face = faceUnder(event);
      if (face !== null) update((state) => ({ ...state, focus: face, hover: face }));
    },
  };
}

/** @param {Event} event */
function faceUnder({ target }) {
  const face = /** @type {Element} */ (target).closest("[data-face]")?.getAttribute("data-face");
  return face == null ? null : Number(face);
}

/**
 * The free face of the net that is so near to a point that it catches the held tile.
 * @param {TableState} state
 * @param {import("../net/layout.js").Sheet} sheet
 * @param {Point} point
 */
function catcher(state, sheet, point) {
  const { held, view, me } = state;
  if (!held || !view || me === null || !isMineInFront(state)) return null;
  const near = sheet.places
    .map(({ x, y }, face) => ({ face, far: Math.hypot(x - point.x, y - point.y) / sheet.radius }))
    .filter(({ face, far }) => far <= CATCH && isFree(view, me, face));
  return near.sort((a, b) => a.far - b.far)[0]?.face ?? null;
}

/** The pointer in the net's own measure. @param {MouseEvent} event */
function pointIn(event) {
  const svg = /** @type {Element} */ (event.target).closest("svg.net") ?? document.querySelector("svg.net");
  const box = svg?.getBoundingClientRect();
  return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
}
