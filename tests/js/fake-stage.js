/** A stage without a picture: it notes what it is asked. And tables that are shown on it. */

import { newTable } from "../../static/js/state/table.js";
import { vectors } from "./vectors.js";

/** An element, as far as globes know one. */
export class Element {
  isConnected = true;
  canvas = { getBoundingClientRect: () => ({ left: 100, top: 50, width: 200, height: 200 }) };
  constructor(seat = "") {
    this.seat = seat;
  }
  getAttribute() {
    return this.seat;
  }
  removeAttribute() {}
}
Object.assign(globalThis, { HTMLElement: Element, window: globalThis });

const GAME = vectors("games").find((/** @type {any} */ game) => game.audience === 0);
export const VIEW = GAME.steps.at(-1).view ?? GAME.start;
export const START = GAME.start;
export const TILE = START.display[0];
export const EMPTY = ".".repeat(60);
export const on = (/** @type {string} */ areas, /** @type {number} */ face) =>
  `${areas.slice(0, 5 * face)}OFDMG${areas.slice(5 * face + 5)}`;

/** A stage that notes what it is asked; the near half of its planet are the faces below 6. */
export class Stage {
  /** @type {any[][]} */
  asked = [];
  canvas = new Element().canvas;
  face = 4;
  constructor(/** @type {any} */ options = {}) {
    this.options = options;
    for (const name of [
      "setAreas",
      "faceTo",
      "ghost",
      "glow",
      "animals",
      "spin",
      "setAttitude",
      "bring",
      "dispose",
      "home",
    ])
      Object.assign(this, { [name]: (/** @type {any[]} */ ...how) => void this.asked.push([name, ...how]) });
  }
  unroll(/** @type {any[]} */ ...how) {
    this.asked.push(["unroll", ...how]);
    return new Promise(() => {});
  }
  where(/** @type {number} */ area) {
    return { x: 7, y: 9, faces: area < 30 };
  }
  step(/** @type {number} */ x, /** @type {number} */ y) {
    return 10 * x + y;
  }
  pick(/** @type {number} */ x, /** @type {number} */ y) {
    return { x, y };
  }
  /** What it was asked since the last time. @param {string} [name] */
  since(name) {
    const asked = this.asked.splice(0);
    return name ? asked.filter(([one]) => one === name) : asked;
  }
}

/** @param {object} [changes] @returns {any} */
export const table = (changes = {}) => ({
  ...newTable(),
  game: "g",
  role: "seat",
  me: 0,
  view: START,
  board: "planet",
  hasPlanet: true,
  ...changes,
});
