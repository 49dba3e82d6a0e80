/** The analysis on a game's page: asked for, drawn by the server, followed by the replay; and costly choices to try again. */

import { call, readText } from "../server/http.js";
import { choicesOf } from "../state/trial.js";
import { toastError } from "../ui/toast.js";
import { onAnswer } from "./forms.js";

/** As long as it is under way. */
const LOOK_EVERY_MS = 1000;

/** @param {string} game @param {Promise<unknown>} replay comes true once it hears what is wished */
export function bindAnalysis(game, replay) {
  const part = /** @type {HTMLElement} */ (document.getElementById("analysis-part"));
  const path = `/api/games/${game}/analysis`;
  let ply = 0;

  async function refresh() {
    const text = await readText(`/parts/g/${game}/analysis`).catch(() => null);
    if (text !== null) part.innerHTML = text;
    drawn();
  }

  /** What only scripts can do is offered now. */
  function drawn() {
    for (const button of part.querySelectorAll("[data-better], [data-try]")) button.removeAttribute("hidden");
    markMoment(part, ply);
    if (part.querySelector("[data-awaited]")) setTimeout(refresh, LOOK_EVERY_MS);
  }

  /** @param {string} ply @param {boolean} isShown */
  async function tryAgain(ply, isShown) {
    const { analysis } = await call("GET", path);
    await replay;
    const { choices, at } = choicesOf(analysis.costly, Number(ply), isShown);
    document.dispatchEvent(new CustomEvent("try-again", { detail: { choices, at, isShown } }));
  }

  part.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const wish = button?.dataset.better ?? button?.dataset.try;
    if (wish !== undefined) tryAgain(wish, button?.dataset.better !== undefined).catch(toastError);
  });
  document.addEventListener("ply", (event) => {
    ply = /** @type {CustomEvent} */ (event).detail.ply;
    markMoment(part, ply);
  });
  onAnswer("analysis", refresh);
  drawn();
  if (["none", "failed"].includes(part.dataset.first ?? ""))
    call("POST", path, { pass: "first" }).then(refresh, toastError);
}

/** The graph follows the moment on show. @param {Element} part @param {number} ply */
function markMoment(part, ply) {
  const at = part.querySelector(`[data-strip="${ply}"]`)?.getAttribute("data-at");
  const line = part.querySelector(".graph-now");
  if (!at || !line) return;
  line.setAttribute("x1", at);
  line.setAttribute("x2", at);
}
