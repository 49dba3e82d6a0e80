/** Going on from a moment of a finished game: the form follows the replay, and leads to the room of the fork. */

import { call, makeNonce } from "../server/http.js";
import { rememberInvite } from "../ui/share.js";
import { toastError } from "../ui/toast.js";

/** Binds the page's form, if it has one. */
export function bindFork() {
  const form = document.querySelector("form[data-fork]");
  if (!(form instanceof HTMLFormElement)) return;
  document.addEventListener("ply", (event) => follow(form, /** @type {CustomEvent} */ (event).detail.ply));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    if (!form.querySelector("[aria-busy]")) void begin(form, button);
  });
}

/** The moment on show is the one to go on from; the last that is possible where the game has ended. @param {HTMLFormElement} form @param {number} ply */
function follow(form, ply) {
  const moves = /** @type {HTMLInputElement} */ (form.elements.namedItem("moves"));
  moves.value = String(Math.min(ply, Number(moves.max)));
}

/** @param {HTMLFormElement} form @param {HTMLButtonElement | null} button */
async function begin(form, button) {
  button?.setAttribute("aria-busy", "true");
  try {
    const answer = await call("POST", `/api/games/${form.dataset.fork}/forks`, wishOf(form, button?.value));
    rememberInvite(answer.room.code, answer.invite);
    location.assign(`/r/${answer.room.code}`);
  } catch (error) {
    toastError(error);
    button?.removeAttribute("aria-busy");
  }
}

/** @param {HTMLFormElement} form @param {string | undefined} how */
function wishOf(form, how) {
  const said = new FormData(form);
  return {
    nonce: makeNonce(),
    moves: Number(said.get("moves")),
    seat: Number(said.get("seat")),
    coming: said.get("coming"),
    bots: how === "friends" ? null : said.get("bots"),
  };
}
