/**
 * The planets of pages in three dimensions, laid over the pictures that stand there from the first paint.
 *
 * On the front page and behind an invite they wake when somebody moves, so that a page nobody has touched yet costs
 * nothing; in a room they are a toy. Both come a moment later, when nobody is about to press. Without a graphics card
 * they would keep the page from answering, so there they wait until somebody reaches for them. Without WebGL, or
 * where data is to be saved, the picture simply stays.
 */

import { canShowGlobes, fetchPlanets, hasGraphicsCard } from "../globes/fetch.js";
import { t } from "../texts/catalogue.js";
import { calm } from "../ui/waiting.js";

/** What each picture shows, as `scripts/planets` took it. */
const SHOWN = "ODFFOOOODODDMMDFFDOOOOOMMMMMMOGGMDDFFDMGFOOOFOMMMMODDMMOOOFO";
const REACH = 1.42;
/** @type {Record<string, { areas: string, attitude: import("../planet/attitude.js").Attitude, spin: boolean }>} */
const PLANETS = {
  planet: { areas: SHOWN, attitude: [0.5, 0.6, 0.1, 0.6], spin: true },
  "planet-2": { areas: SHOWN, attitude: [0.1, 0, 0, 1], spin: true },
  toy: { areas: ".".repeat(60), attitude: [0.3, 0.2, 0.1, 1], spin: false },
};
const FIRST_MOVES = ["pointermove", "pointerdown", "keydown", "scroll"];
const REACHES = ["pointermove", "pointerdown"];

/** Does the reader's device want to fetch and draw that much? */
function isWanted() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  return canShowGlobes() && !connection?.saveData;
}

/** Resolves with the first of these events. @param {EventTarget} place @param {string[]} names @returns {Promise<void>} */
function first(place, names) {
  const waiting = new AbortController();
  return new Promise((resolve) => {
    const came = () => {
      waiting.abort();
      resolve();
    };
    for (const name of names) place.addEventListener(name, came, { signal: waiting.signal, passive: true });
  });
}

/**
 * Bring the planet of a place to life, once.
 * @param {HTMLElement} place
 * @param {Partial<import("../planet/mount.js").MountOptions>} [options]
 */
export async function bringPlanet(place, options = {}) {
  const wanted = PLANETS[place.dataset.planet ?? ""];
  if (!wanted || "asked" in place.dataset || !isWanted()) return null;
  place.dataset.asked = "";
  const reached = first(place, REACHES);
  await calm(); // to ask for a graphics card takes up to half a second where there is none
  if (!hasGraphicsCard()) await reached;
  const { mountGlobe } = await fetchPlanets();
  if (!place.isConnected) return null; // drawn anew meanwhile
  const label = place.dataset.label ?? t("room.planet");
  const { areas, attitude, spin } = wanted;
  const onShown = () => {
    place.dataset.shown = "";
  };
  const stage = mountGlobe(place, {
    areas,
    spin,
    seedText: "home",
    reach: REACH,
    label,
    onShown,
    ...options,
  });
  stage?.setAttitude(attitude);
  return stage;
}

/** Every planet of a page wakes at the first move. */
export async function wakePlanets() {
  await first(window, FIRST_MOVES);
  for (const place of document.querySelectorAll("[data-planet]")) {
    if (place instanceof HTMLElement) bringPlanet(place).catch(() => undefined);
  }
}
