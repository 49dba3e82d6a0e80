/** Fetches what nobody needs at first, and keeps it. */

import { idle } from "../ui/waiting.js";

/** @typedef {typeof import("./later.js")} Later */

/** @type {Later | null} */
let later = null;
/** @type {Promise<Later | null> | null} */
let coming = null;

/** What has come by now; null before. */
export const laterPanels = () => later;

/**
 * Once it is there it is drawn again; what failed to come is asked for at the next draw.
 * @param {boolean} isUrgent  somebody waits for some of it
 * @param {() => void} redraw
 */
export function fetchLater(isUrgent, redraw) {
  coming ??= fetchIt(isUrgent, redraw);
  return coming;
}

/** @param {boolean} isUrgent @param {() => void} redraw */
async function fetchIt(isUrgent, redraw) {
  try {
    if (!isUrgent) await idle();
    later = await import("./later.js");
    redraw();
  } catch {
    coming = null;
  }
  return later;
}
