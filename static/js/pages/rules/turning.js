/**
 * One little planet in the hand: drag it, or bring the next face to the front with the arrow keys; Home puts it back. It
 * is drawn while it turns and not otherwise.
 */

import { t } from "../../texts/catalogue.js";
import { after, drawPlanet, facing, lookingAt, neighbourTowards, turnAbout } from "./draw.js";
import { bringRelief, isCovered, turnRelief } from "./relief.js";

/** @typedef {import("./draw.js").Attitude} Attitude */
/** @typedef {ReturnType<typeof bindDrawing>} Planet */

/** @type {Record<string, [number, number]>} */
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const STEP_MS = 320;
/** The planet's radius as a share of the drawing's width. */
const RADIUS = 0.41;

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {Element} place @returns {Planet[]} */
export function bindPlanet(place) {
  const drawing = place.querySelector("svg");
  return place instanceof HTMLElement && drawing ? [bindDrawing(place, drawing)] : [];
}

/** @param {HTMLElement} place @param {SVGSVGElement} drawing */
function bindDrawing(place, drawing) {
  const { areas = "", lit = "", look = "" } = place.dataset;
  const lights = lit.split(" ").filter(Boolean).map(Number);
  const home = lookingAt(look.split(" ").map(Number));
  let held = home;
  let goal = home;
  let waiting = 0;

  const planet = {
    view: drawing.parentElement ?? place,
    areas,
    lights,
    attitude: () => held,
    draw() {
      drawing.innerHTML = drawPlanet(areas, lights, held);
    },
    /** As somebody holds the same planet already. @param {Attitude} as */
    hold(as) {
      if (as === held) return;
      held = as;
      goal = as;
      planet.draw();
    },
  };

  function draw() {
    waiting = 0;
    if (isCovered(planet)) turnRelief(planet);
    else planet.draw();
  }

  function redraw() {
    if (waiting === 0) waiting = requestAnimationFrame(draw);
  }

  /** @param {Attitude} to */
  function turnTo(to) {
    const from = held;
    const start = performance.now();
    goal = to;
    const go = (/** @type {number} */ time) => {
      if (goal !== to) return;
      const share = isCalm() ? 1 : Math.min(1, Math.max(0, (time - start) / STEP_MS));
      held = between(from, to, share * share * (3 - 2 * share));
      draw();
      if (share < 1) requestAnimationFrame(go);
    };
    requestAnimationFrame(go);
  }

  /** @param {number} dx @param {number} dy in pixels */
  function roll(dx, dy) {
    const radius = drawing.clientWidth * RADIUS || 1;
    const far = Math.hypot(dx, dy);
    if (far === 0) return;
    held = normal(after(turnAbout([dy / far, dx / far, 0], far / radius), held));
    goal = held;
    redraw();
  }

  bindKeys(drawing, (way) => {
    bringRelief(planet);
    turnTo(way ? facing(neighbourTowards(goal, ...way)) : home);
  });
  bindDrag(drawing, roll, () => bringRelief(planet));

  return planet;
}

/** @param {SVGElement} drawing @param {(way: [number, number] | undefined) => void} press  no way: home */
function bindKeys(drawing, press) {
  drawing.tabIndex = 0;
  drawing.setAttribute("aria-description", t("search.turn"));
  drawing.addEventListener("keydown", (event) => {
    const way = KEYS[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey || !(way || event.key === "Home")) return;
    event.preventDefault();
    press(way);
  });
}

/** @param {SVGElement} place @param {(dx: number, dy: number) => void} roll @param {() => void} onTaken */
function bindDrag(place, roll, onTaken) {
  /** @type {{id: number, x: number, y: number} | null} */
  let finger = null;
  place.addEventListener("pointerdown", (event) => {
    if (event.button > 0 || finger) return;
    finger = { id: event.pointerId, x: event.clientX, y: event.clientY };
    place.setPointerCapture(event.pointerId);
    onTaken();
  });
  place.addEventListener("pointermove", (event) => {
    if (finger?.id !== event.pointerId) return;
    roll(event.clientX - finger.x, event.clientY - finger.y);
    Object.assign(finger, { x: event.clientX, y: event.clientY });
  });
  const end = (/** @type {PointerEvent} */ event) => {
    if (finger?.id === event.pointerId) finger = null;
  };
  place.addEventListener("pointerup", end);
  place.addEventListener("pointercancel", end);
}

/** @param {Attitude} q @returns {Attitude} */
function normal([x, y, z, w]) {
  const length = Math.hypot(x, y, z, w);
  return [x / length, y / length, z / length, w / length];
}

/** On the short way from one attitude to another. @type {(a: Attitude, b: Attitude, share: number) => Attitude} */
function between(a, b, share) {
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  const mix = (/** @type {number} */ i) => a[i] * (1 - share) + sign * b[i] * share;
  return normal([mix(0), mix(1), mix(2), mix(3)]);
}
