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

/** @type {(canvas: HTMLElement, radius: () => number, grip: Grip) => () => void} */
export function bindHand(canvas, radius, grip) {
  const life = new AbortController();
  const { signal } = life;
  /** @type {Map<number, Spot>} */
  const fingers = new Map();
  const drag = {
    moved: 0,
    vx: 0,
    vy: 0,
    at: 0,
    span: 0,
    twist: 0,
    wasTwo: false,
    lastTap: -DOUBLE,
    tapX: 0,
    tapY: 0,
    press: 0,
  };

  const spot = (/** @type {MouseEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    ];
  };

  canvas.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button > 0) return;
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      Object.assign(drag, { vx: 0, vy: 0, at: event.timeStamp, span: 0, wasTwo: fingers.size > 1 });
      if (fingers.size > 1) return;
      drag.moved = 0;
      grip.grab();
      const [x, y] = spot(event);
      clearTimeout(drag.press);
      if (event.pointerType !== "mouse")
        drag.press = window.setTimeout(() => drag.moved < STILL && grip.hover(x, y), LONG);
    },
    { signal },
  );

  canvas.addEventListener(
    "pointermove",
    (event) => {
      const before = fingers.get(event.pointerId);
      const [x, y] = spot(event);
      if (!before) return grip.hover(x, y);
      const now = { x: event.clientX, y: event.clientY };
      fingers.set(event.pointerId, now);
      if (fingers.size === 2) return pinch(fingers, drag, grip);
      if (drag.wasTwo) return;
      follow(before, now, event.timeStamp, radius(), drag, grip);
    },
    { signal },
  );

  const up = (/** @type {PointerEvent} */ event) => {
    if (!fingers.delete(event.pointerId) || fingers.size) return;
    clearTimeout(drag.press);
    const isRest = event.timeStamp - drag.at > 90;
    const isTap = drag.moved < STILL && !drag.wasTwo && event.type === "pointerup";
    if (isTap) tap(event);
    grip.release(isRest || isTap ? 0 : drag.vx, isRest || isTap ? 0 : drag.vy);
  };
  canvas.addEventListener("pointerup", up, { signal });
  canvas.addEventListener("pointercancel", up, { signal });
  canvas.addEventListener("pointerleave", () => fingers.size || grip.leave(), { signal });

  function tap(/** @type {PointerEvent} */ event) {
    const [x, y] = spot(event);
    const isSame = Math.hypot(event.clientX - drag.tapX, event.clientY - drag.tapY) < NEARBY;
    if (isSame && event.timeStamp - drag.lastTap < DOUBLE) grip.centre(x, y);
    else grip.tap(x, y);
    Object.assign(drag, { lastTap: event.timeStamp, tapX: event.clientX, tapY: event.clientY });
  }

  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      if (!grip.turn(Math.sign(event.deltaY))) grip.zoom(Math.exp(-event.deltaY * 0.0012));
    },
    { signal, passive: false },
  );

  canvas.addEventListener(
    "keydown",
    (event) => {
      const way = KEYS[/** @type {keyof typeof KEYS} */ (event.key)];
      if (!way || event.altKey || event.ctrlKey || event.metaKey || !grip.step(way[0], way[1])) return;
      event.preventDefault();
      // A page that walks by arrow keys has heard of it through `onFace`.
      event.stopPropagation();
    },
    { signal },
  );

  return () => {
    clearTimeout(drag.press);
    life.abort();
  };
}

const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

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
