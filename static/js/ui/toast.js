/** One sentence at the bottom of the page for a few seconds: what just happened, or why it did not. */

import { errorText, t } from "../texts/catalogue.js";

const STAYS_MS = 4000;
let timer = 0;

/**
 * Show `text` instead of whatever is shown; with a button it stays until that is pressed.
 * @param {string} text @param {{ isWrong?: boolean, button?: string, press?: () => void }} [options]
 */
export function toast(text, { isWrong = false, button = "", press = () => {} } = {}) {
  const place = document.getElementById("toasts");
  if (!place) return;
  const shown = document.createElement("p");
  shown.className = isWrong ? "toast wrong" : "toast";
  shown.append(text);
  const go = () => shown.remove();
  if (button) shown.append(pressable(button, go, press));
  place.replaceChildren(shown);
  clearTimeout(timer);
  if (!button) timer = window.setTimeout(go, STAYS_MS);
}

/** @param {string} text @param {(() => void)[]} presses */
function pressable(text, ...presses) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(text);
  for (const press of presses) button.addEventListener("click", press);
  return button;
}

/** Say what went wrong in the reader's words. @param {any} error */
export function toastError(error) {
  toast(error?.code ? errorText(error) : t("errors.unknown"), { isWrong: true });
}
