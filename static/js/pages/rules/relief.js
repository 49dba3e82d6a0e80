/**
 * The planet in relief, laid over the drawing that somebody has taken into the hand. There is one for the whole page: it
 * goes to whichever planet was taken last. Where no graphics card draws, where data is to be saved, or where anything
 * fails, the drawing simply stays.
 */

import { canShowGlobes, fetchPlanets, hasGraphicsCard } from "../../globes/fetch.js";

/** @typedef {import("./draw.js").Attitude} Attitude */
/**
 * @typedef {object} Held  a planet that can be covered by the one in relief
 * @property {Element} view
 * @property {string} areas
 * @property {number[]} lights
 * @property {() => Attitude} attitude
 * @property {() => void} draw
 */

/** Half of what the drawing shows, in planet radii. */
const REACH = 106 / 86;

/** @type {import("../../planet/stage.js").Stage | null} */
let stage = null;
/** @type {Held | null} */
let wanted = null;
/** @type {Held | null} */
let covered = null;
let isForbidden = false;

function isWanted() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  return !isForbidden && canShowGlobes() && !connection?.saveData && hasGraphicsCard();
}

/** Whether this planet is the one in relief, so that nobody sees its drawing. @param {Held} planet */
export const isCovered = (planet) => covered === planet;

/** The hand has turned it. @param {Held} planet */
export function turnRelief(planet) {
  if (covered === planet) stage?.setAttitude(planet.attitude(), 0);
}

/** Somebody has taken this planet into the hand, or it is the same planet a moment later. @param {Held} planet */
export async function bringRelief(planet) {
  if (wanted === planet || !isWanted()) return;
  wanted = planet;
  try {
    const { mountGlobe } = await fetchPlanets();
    if (wanted !== planet) return;
    uncover();
    stage ??= mountGlobe(/** @type {HTMLElement} */ (planet.view), {
      areas: planet.areas,
      seedText: "rules",
      reach: REACH,
      interactive: false,
      onShown: cover,
      onLost: giveUp,
    });
    if (!stage) return giveUp();
    show(planet, stage);
  } catch {
    giveUp();
  }
}

/** @param {Held} planet @param {import("../../planet/stage.js").Stage} shown */
function show(planet, shown) {
  const isFirst = shown.canvas.parentElement === planet.view && !shown.canvas.classList.contains("is-drawn");
  // The drawing speaks for itself, and is what the hand holds.
  shown.canvas.setAttribute("aria-hidden", "true");
  planet.view.append(shown.canvas);
  shown.setAreas(planet.areas);
  shown.glow(planet.lights);
  shown.setAttitude(planet.attitude(), 0);
  if (!isFirst) cover();
}

/** From the first picture on. */
function cover() {
  covered = wanted;
  covered?.view.classList.add("is-relief");
  if (covered) turnRelief(covered);
}

function uncover() {
  covered?.view.classList.remove("is-relief");
  covered?.draw();
  covered = null;
}

/** The context is gone: drawings do. */
function giveUp() {
  isForbidden = true;
  uncover();
  stage?.dispose();
  stage = null;
}
