/**
 * The figures: a press goes on to the next moment, and every planet can be turned. A planet that somebody takes into
 * the hand is drawn anew as it turns, and then never again; where the device can, the planet in relief takes its place.
 */

import { makeAnnouncer } from "../../ui/announcer.js";
import { bringRelief, isCovered } from "./relief.js";
import { bindPlanet } from "./turning.js";

/** @typedef {import("./turning.js").Planet} Planet */
/** @typedef {ReturnType<typeof makeAnnouncer>} Announcer */

/** Every figure of the page. */
export function bindFigures() {
  const announcer = makeAnnouncer(/** @type {HTMLElement} */ (document.getElementById("told")));
  for (const figure of document.querySelectorAll(".figure")) bindFigure(figure, announcer);
}

/** @param {Element} figure @param {Announcer} announcer */
function bindFigure(figure, announcer) {
  const frames = [...figure.querySelectorAll(".frame")];
  const planets = frames.map((frame) => [...frame.querySelectorAll(".little")].flatMap(bindPlanet));
  const next = figure.querySelector("[data-next]");
  let now = 0;
  next?.addEventListener("click", () => {
    const before = planets[now];
    frames[now].classList.remove("is-now");
    now = (now + 1) % frames.length;
    frames[now].classList.add("is-now");
    for (const [i, planet] of planets[now].entries()) goOn(before[i], planet);
    next.textContent = frames[now].getAttribute("data-does");
    const told = [...frames[now].querySelectorAll(".frame-says, .little-note")];
    announcer.answer(told.map((one) => one.textContent.trim()).join(" "));
  });
}

/** It is the same planet a moment later: it stays as it was held. @param {Planet} before @param {Planet} planet */
function goOn(before, planet) {
  planet.hold(before.attitude());
  if (isCovered(before)) bringRelief(planet);
}
