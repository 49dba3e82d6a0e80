/** A game by its own address: the deal is checked here, in the reader's own browser, from the game's record. */

import "./page.js";
import { checkDeal } from "../server/games.js";
import { t } from "../texts/catalogue.js";

const verdict = document.querySelector("[data-verdict]");

/** @param {HTMLElement} game @param {Element} place */
async function judge(game, place) {
  const { state } = await checkDeal(game.dataset.game ?? "");
  const text = place.querySelector("span");
  if (text) text.textContent = t(`end.proof_${state}`);
  place.setAttribute("data-verdict", state);
}

const game = document.querySelector("[data-game]");
if (game instanceof HTMLElement && verdict) judge(game, verdict);
