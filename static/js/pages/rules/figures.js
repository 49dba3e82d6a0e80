/**
 * The figures: a press goes on to the next moment, and every planet can be turned. A planet that somebody takes into
 * the hand is drawn anew as it turns, and then never again; where the device can, the planet in relief takes its place.
 */

import { bringRelief, isCovered } from "./relief.js";
import { announce } from "./say.js";
import { bindPlanet } from "./turning.js";

/** Every figure of the page. */
export function bindFigures() {
  for (const figure of document.querySelectorAll(".figure")) bindFigure(figure);
}

/** @param {Element} figure */
function bindFigure(figure) {
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
    announce(
      [...frames[now].querySelectorAll(".frame-says, .little-note")].map((one) => one.textContent.trim()),
    );
  });
}

/** It is the same planet a moment later: it stays as it was held. @param {Planet} before @param {Planet} planet */
function goOn(before, planet) {
  planet.hold(before.attitude());
  if (isCovered(before)) bringRelief(planet);
}

/** @typedef {import("./turning.js").Planet} Planet */
