/** The front page: a game against bots of one's choice, and the planet that turns beside the words. */

import "./page.js";
import { call, makeNonce } from "../server/http.js";
import { dialog } from "../ui/dialogs.js";
import { remember, remembered } from "../ui/storage.js";
import { toastError } from "../ui/toast.js";
import { switchedOn } from "./options.js";
import { wakePlanets } from "./planets.js";
import { followWaiting } from "./waiting.js";

/** What was chosen last. @typedef {{game: string, bots: string, level: string, variants?: string[]}} Chosen */

const KEPT = "bots";
const asked = dialog("bots-dialog");
const form = asked?.querySelector("form");

wakePlanets();
followWaiting(".running-game.mine");

/** The chosen game of the form: how many bots of which level, by which rules. @param {HTMLFormElement} form */
function gameOf(form) {
  const chosen = form.querySelector("[name=game]:checked");
  const { level, bots, variants } = chosen instanceof HTMLElement ? chosen.dataset : {};
  if (level) return { level, bots: Number(bots), variants: variants ? [variants] : [] };
  const own = keptOf(form);
  return { level: own.level, bots: Number(own.bots), variants: own.variants };
}

/** @param {HTMLFormElement} form @returns {Chosen} */
function keptOf(form) {
  const data = new FormData(form);
  const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
  return {
    game: text("game"),
    bots: text("bots"),
    level: text("level"),
    variants: switchedOn(form, "variants"),
  };
}

/** A level that there is no more stays unchosen. @param {HTMLFormElement} form @param {Chosen | null} kept */
function putBack(form, kept) {
  for (const field of form.elements) {
    if (!kept || !(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    if (field instanceof HTMLSelectElement) {
      const value = kept[/** @type {"bots" | "level"} */ (field.name)];
      if ([...field.options].some((option) => option.value === value)) field.value = value;
    } else if (field.type === "radio") field.checked = field.value === kept.game;
    else field.checked = kept.variants?.includes(field.name) ?? false;
  }
}

/** A room, its bots, and the start; the first game of all explains itself. @param {HTMLFormElement} form */
async function play(form) {
  if (form.querySelector("[data-guided]:checked")) {
    const { code } = await call("POST", "/api/first-game");
    return location.assign(`/r/${code}`);
  }
  const { level, bots, variants } = gameOf(form);
  const { room } = await call("POST", "/api/rooms", { nonce: makeNonce(), variants });
  const api = `/api/rooms/${room.code}`;
  for (let seat = 1; seat <= bots; seat++) await call("POST", `${api}/bot`, { seat, level });
  await call("POST", `${api}/start`);
  location.assign(`/r/${room.code}`);
}

function choose() {
  if (form) putBack(form, remembered(KEPT, null));
  asked?.showModal();
  const chosen = form?.querySelector("[name=game]:checked");
  if (chosen instanceof HTMLElement) chosen.focus();
}

document.querySelector("[data-choose-bots]")?.addEventListener("click", choose);
if (location.hash === "#bots") choose();

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("[type=submit]");
  if (button?.hasAttribute("aria-busy")) return;
  remember(KEPT, keptOf(form));
  button?.setAttribute("aria-busy", "true");
  await play(form).catch(toastError);
  button?.removeAttribute("aria-busy");
});
