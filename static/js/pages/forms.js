/**
 * Forms that speak to the API: `<form data-api="POST /api/rooms" data-then="room">`.
 *
 * The fields become the JSON body; what happens afterwards is looked up under the name in `data-then`. One
 * listener serves every form, also those that arrive later with a fragment.
 */

import { call, makeNonce } from "../server/http.js";
import { errorText, t } from "../texts/catalogue.js";
import { isSure } from "../ui/dialogs.js";
import { toastError } from "../ui/toast.js";

/** @typedef {(answer: any, form: HTMLFormElement) => void | Promise<void>} Then */

/** @type {Map<string, Then>} */
const afterwards = new Map();

/** What to do when a form with `data-then="name"` was answered. @param {string} name @param {Then} then */
export function onAnswer(name, then) {
  afterwards.set(name, then);
}

/** The body a form stands for. @param {HTMLFormElement} form */
function bodyOf(form) {
  /** @type {Record<string, unknown>} */
  const body = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || !field.name) continue;
    const isNumber = field.hasAttribute("data-number");
    body[field.name] = field.hasAttribute("data-nonce")
      ? makeNonce()
      : isNumber
        ? Number(field.value)
        : field.value.trim();
  }
  return Object.keys(body).length ? body : undefined;
}

/** They were asked whether they want rated games, and rather do not. */
export const NOT_NOW = Symbol("not now");

/**
 * Rated games are for those who ask for them: who has not yet is asked now, and what was pressed is done then.
 * @param {() => Promise<any>} press
 */
export async function afterAsking(press) {
  try {
    return await press();
  } catch (error) {
    if (/** @type {any} */ (error)?.code !== "rated_unasked") throw error;
    const { askForRated } = await import("./rated.js");
    return (await askForRated()) ? press() : NOT_NOW;
  }
}

/** Whoever has not been asked yet is asked before the press counts, once. */
async function isAskedForRated() {
  const { askForRated } = await import("./rated.js");
  const isWanted = await askForRated();
  if (isWanted) for (const form of document.querySelectorAll("form")) delete form.dataset.asksRated;
  return isWanted;
}

/** What cannot be undone is asked about first, in the words that the form names. @param {HTMLFormElement} form */
async function isMeant({ dataset: { sure, says, name = "" } }) {
  return !sure || isSure(t(sure, { name }), says ? t(says) : "", t(sure.replace(/_sure$/, "_yes")));
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const [method = "POST", path = ""] = (form.dataset.api ?? "").split(" ");
  if (!(await isMeant(form))) return;
  if ("asksRated" in form.dataset && !(await isAskedForRated())) return;
  const button = form.querySelector("button[type=submit]");
  button?.setAttribute("aria-busy", "true");
  try {
    const answer = await afterAsking(() => call(method, path, bodyOf(form)));
    if (answer === NOT_NOW) return;
    await afterwards.get(form.dataset.then ?? "")?.(answer, form);
  } catch (error) {
    explain(form, error);
  } finally {
    button?.removeAttribute("aria-busy");
  }
}

/** Beside the field if the form has a place for it, else as a toast. @param {HTMLFormElement} form @param {any} error */
function explain(form, error) {
  const place = form.querySelector(".field-error");
  const field = form.querySelector("input:not([type=hidden])");
  if (error?.status !== 422 || !(place instanceof HTMLElement) || !field) {
    toastError(error);
    return;
  }
  place.textContent = errorText(error);
  place.hidden = false;
  field.setAttribute("aria-invalid", "true");
  if (field instanceof HTMLInputElement) field.focus();
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.dataset.api) return;
  event.preventDefault();
  if (form.querySelector("[aria-busy]")) return;
  send(form);
});
