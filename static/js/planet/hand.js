/**
 * The hand on a planet: drag with inertia, pinch and wheel, taps, hovering, arrow keys. It knows gestures
 * only; what they mean is the stage's.
 */

/**
 * @typedef {object} Grip what a hand can do to a planet
 * @property {() => void} grab
 * @property {(dx: number, dy: number) => void} roll in planet radii
 * @property {(vx: number, vy: number) => void} release with the speed of the last moments, radii a second
 * @property {(factor: number) => void} zoom
 * @property {(x: number, y: number) => void} tap in the canvas, -1 to 1
 * @property {(x: number, y: number) => void} centre after a double press
 * @property {(x: number, y: number) => void} hover
 * @property {() => void} leave
 * @property {(x: number, y: number) => boolean} step to a neighbouring face; y upwards
 * @property {(by: number) => boolean} turn the tile in the hand, if there is one
 */

const STILL = 6;
const DOUBLE = 320;
const LONG = 480;
const NEARBY = 24;

/** @typedef {{x: number, y: number}} Spot */

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Answers how to take the hand off again. @type {(canvas: HTMLElement, radius: () => number, grip: Grip) => () => void} */
export function bindHand(canvas, radius, grip) {
  const life = new AbortController();
  const hand = new Hand(canvas, radius, grip);
  /** @type {Record<string, (event: never) => void>} */
  const listeners = {
    pointerdown: (/** @type {PointerEvent} */ event) => hand.down(event),
    pointermove: (/** @type {PointerEvent} */ event) => hand.move(event),
    pointerup: (/** @type {PointerEvent} */ event) => hand.up(event),
    pointercancel: (/** @type {PointerEvent} */ event) => hand.up(event),
    pointerleave: () => hand.fingers.size || grip.leave(),
    wheel: (/** @type {WheelEvent} */ event) => hand.wheel(event),
    keydown: (/** @type {KeyboardEvent} */ event) => hand.key(event),
  };
  for (const type in listeners)
    canvas.addEventListener(type, /** @type {EventListener} */ (listeners[type]), {
      signal: life.signal,
      passive: false,
    });
  return () => {
    clearTimeout(hand.press);
    life.abort();
  };
}

class Hand {
  /** @param {HTMLElement} canvas @param {() => number} radius @param {Grip} grip */
  constructor(canvas, radius, grip) {
    this.canvas = canvas;
    this.radius = radius;
    this.grip = grip;
    /** @type {Map<number, Spot>} */
    this.fingers = new Map();
    this.drag = { moved: 0, vx: 0, vy: 0, at: 0, span: 0, twist: 0 };
    this.wasTwo = false;
    this.tapped = { at: -DOUBLE, x: 0, y: 0 };
    this.press = 0;
  }

  /** Within the canvas, -1 to 1. @param {MouseEvent} event */
  spot(event) {
    const box = this.canvas.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    ];
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 0) return;
    const { fingers, drag, grip } = this;
    this.canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    Object.assign(drag, { vx: 0, vy: 0, at: event.timeStamp, span: 0 });
    this.wasTwo = fingers.size > 1;
    if (this.wasTwo) return;
    drag.moved = 0;
    grip.grab();
    const [x, y] = this.spot(event);
    clearTimeout(this.press);
    if (event.pointerType !== "mouse")
      this.press = window.setTimeout(() => drag.moved < STILL && grip.hover(x, y), LONG);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { fingers, drag, grip } = this;
    const before = fingers.get(event.pointerId);
    const [x, y] = this.spot(event);
    if (!before) return grip.hover(x, y);
    const now = { x: event.clientX, y: event.clientY };
    fingers.set(event.pointerId, now);
    if (fingers.size === 2) return pinch(fingers, drag, grip);
    if (!this.wasTwo) follow(before, now, event.timeStamp, this.radius(), drag, grip);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { fingers, drag } = this;
    if (!fingers.delete(event.pointerId) || fingers.size) return;
    clearTimeout(this.press);
    const isRest = event.timeStamp - drag.at > 90;
    const isTap = drag.moved < STILL && !this.wasTwo && event.type === "pointerup";
    if (isTap) this.tap(event);
    this.grip.release(isRest || isTap ? 0 : drag.vx, isRest || isTap ? 0 : drag.vy);
  }

  /** @param {PointerEvent} event */
  tap(event) {
    const [x, y] = this.spot(event);
    const { tapped } = this;
    const isSame = Math.hypot(event.clientX - tapped.x, event.clientY - tapped.y) < NEARBY;
    if (isSame && event.timeStamp - tapped.at < DOUBLE) this.grip.centre(x, y);
    else this.grip.tap(x, y);
    this.tapped = { at: event.timeStamp, x: event.clientX, y: event.clientY };
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    if (!this.grip.turn(Math.sign(event.deltaY))) this.grip.zoom(Math.exp(-event.deltaY * 0.0012));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const way = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || !this.grip.step(way[0], way[1])) return;
    event.preventDefault();
    // A page that walks by arrow keys has heard of it through `onFace`.
    event.stopPropagation();
  }
}

/** @typedef {{moved: number, vx: number, vy: number, at: number, span: number, twist: number}} Drag */

/** @type {(before: Spot, now: Spot, time: number, radius: number, drag: Drag, grip: Grip) => void} */
function follow(before, now, time, radius, drag, grip) {
  const [dx, dy] = [(now.x - before.x) / radius, (now.y - before.y) / radius];
  drag.moved += Math.hypot(now.x - before.x, now.y - before.y);
  const seconds = Math.max(0.004, (time - drag.at) / 1000);
  drag.vx += (dx / seconds - drag.vx) * 0.5;
  drag.vy += (dy / seconds - drag.vy) * 0.5;
  drag.at = time;
  if (drag.moved >= STILL) grip.roll(dx, dy);
}

/** Two fingers: apart zooms, round turns the tile. @type {(fingers: Map<number, Spot>, drag: Drag, grip: Grip) => void} */
function pinch(fingers, drag, grip) {
  const [a, b] = [...fingers.values()];
  const span = Math.hypot(a.x - b.x, a.y - b.y);
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  if (drag.span) {
    grip.zoom(span / drag.span);
    const by = Math.atan2(Math.sin(angle - drag.twist), Math.cos(angle - drag.twist));
    if (Math.abs(by) > 0.6 && grip.turn(Math.sign(by))) drag.twist = angle;
  } else drag.twist = angle;
  drag.span = span;
  drag.moved = STILL;
}
