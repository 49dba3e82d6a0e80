/**
 * One finished planet: it turns, its animals live where they were won, and a picture of it can be kept. Until it is
 * drawn, and where this browser shows no globe, the portrait that the server has drawn stands in its place.
 */

import "./page.js";
import { canShowGlobes, fetchPlanets } from "../globes/fetch.js";
import { homesOf } from "../globes/homes.js";
import { call } from "../server/http.js";
import { toastError } from "../ui/toast.js";

/** @typedef {import("../planet/stage.js").Stage} Stage */

const REACH = 1.42;
/** As the portrait shows it (scripts/portrait-scenes.js). */
const ATTITUDE = /** @type {import("../planet/attitude.js").Attitude} */ ([0.12, 0.42, 0.05, 0.9]);

/** @param {HTMLElement} place */
async function show(place) {
  const { game = "", seat = "0", areas = "", label } = place.dataset;
  const [{ mountGlobe }, { view }] = await Promise.all([fetchPlanets(), call("GET", `/api/games/${game}`)]);
  const onShown = () => {
    place.dataset.shown = "";
  };
  const seedText = `${game}:${seat}`;
  const stage = mountGlobe(place, {
    areas,
    seedText,
    label,
    onShown,
    reach: REACH,
    interactive: true,
    spin: true,
  });
  if (!stage) return;
  stage.setAttitude(ATTITUDE);
  const mine = view.awards.filter(
    (/** @type {{seat: number | null}} */ award) => award.seat === Number(seat),
  );
  void stage.animals(homesOf(view, mine));
  document.querySelector("[data-keep]")?.addEventListener("click", (event) => {
    event.preventDefault();
    keep(stage, /** @type {HTMLElement} */ (event.currentTarget)).catch(toastError);
  });
}

/** A large picture with names and points, instead of the server's small one. @param {Stage} stage @param {HTMLElement} link */
async function keep(stage, link) {
  const { give, keepsake } = await import("../planet/keepsake.js");
  const blob = await keepsake(stage, JSON.parse(link.dataset.keep ?? "{}"));
  await give(new File([blob], link.getAttribute("download") ?? "", { type: blob.type }));
}

const place = document.querySelector("[data-areas]");
if (place instanceof HTMLElement && canShowGlobes()) show(place).catch(() => undefined);
