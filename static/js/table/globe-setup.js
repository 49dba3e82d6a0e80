/**
 * Globes are set up one after the other, when page and graphics have nothing better to do. The table never waits for
 * one: until it is drawn its net stands there.
 */

import { fetchPlanets } from "../globes/fetch.js";
import { idle, onScreen, shown } from "../ui/waiting.js";

/** @typedef {import("../planet/stage.js").Stage} Stage */

const DRAWN_BY_MS = 1000;

export class GlobeSetup {
  /** @param {() => void} isFree  asks for the next globe @param {() => void} giveUp  three cannot be had */
  constructor(isFree, giveUp) {
    this.isFree = isFree;
    this.giveUp = giveUp;
    this.isBusy = false;
    /** @type {typeof import("../planet/mount.js") | null} */
    this.planets = null;
  }

  async load() {
    this.isBusy = true;
    try {
      await idle();
      this.planets = await fetchPlanets();
      await onScreen();
      await this.rest(null);
    } catch {
      this.giveUp();
    }
  }

  /** Both the page and the graphics have nothing to do: a globe set up now makes neither wait. @param {Stage | null | undefined} last */
  async rest(last) {
    this.isBusy = true;
    await last?.still();
    await idle();
    await shown();
    await last?.settled();
    this.isBusy = false;
    this.isFree();
  }

  /**
   * A globe over the net that stands in for it until it is drawn; null where none can be made.
   * @param {HTMLElement} host
   * @param {import("../planet/mount.js").MountOptions} options
   */
  setUp(host, options) {
    /** @type {Promise<void>} */
    const drawn = new Promise((resolve) => {
      // One out of sight is not drawn.
      setTimeout(resolve, DRAWN_BY_MS);
      options.onShown = () => {
        host.dataset.shown = "";
        resolve();
      };
    });
    const stage = this.planets?.mountGlobe(host, options) ?? null;
    this.isBusy = true;
    drawn.then(() => this.rest(stage));
    return stage;
  }
}
