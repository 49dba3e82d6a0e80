/** A game by its own address: all of it is checked here, in the reader's own browser, from the game's record. */

import "./page.js";
import { checkGame } from "../server/games.js";
import { t } from "../texts/catalogue.js";

const verdict = document.querySelector("[data-verdict]");
const findings = document.querySelector("[data-findings]");

/** @param {HTMLElement} game @param {Element} place */
async function judge(game, place) {
  const { state, moves, wrong } = await checkGame(game.dataset.game ?? "");
  const text = place.querySelector("span");
  if (text) text.textContent = t(`end.proof_${state}`);
  place.setAttribute("data-verdict", state);
  if (state === "fair")
    tell([t("game.proved", { count: moves }), t("game.proved_cards"), t("game.proved_not")]);
  else if (wrong.length) tell([t("game.disproved"), ...wrong]);
}

/** @param {string[]} sentences */
function tell(sentences) {
  findings?.append(
    ...sentences.map((sentence) => Object.assign(document.createElement("li"), { textContent: sentence })),
  );
}

const game = document.querySelector("[data-game]");
if (game instanceof HTMLElement && verdict) judge(game, verdict);
