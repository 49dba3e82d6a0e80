/** Asking before something that cannot be taken back, and opening and closing dialogs. */

import { t } from "../texts/catalogue.js";

/** @param {string} id */
export function dialog(id) {
  const found = document.getElementById(id);
  return found instanceof HTMLDialogElement ? found : null;
}

/**
 * Ask; true if they said yes.
 * @param {string} title @param {string} says @param {string} yes
 * @returns {Promise<boolean>}
 */
export function isSure(title, says, yes) {
  const asked = dialog("sure-dialog") ?? makeSureDialog();
  const button = asked.querySelector("[data-yes]");
  fill(asked, "#sure-title", title);
  fill(asked, "#sure-says", says);
  fill(asked, "[data-yes]", yes);
  asked.returnValue = "";
  return new Promise((resolve) => {
    button?.addEventListener("click", () => asked.close("yes"), { once: true });
    asked.addEventListener("close", () => resolve(asked.returnValue === "yes"), { once: true });
    asked.showModal();
  });
}

/** @param {Element} place @param {string} selector @param {string} text */
function fill(place, selector, text) {
  const found = place.querySelector(selector);
  if (found) found.textContent = text;
}

function makeSureDialog() {
  const made = document.createElement("dialog");
  made.className = "dialog";
  made.id = "sure-dialog";
  made.setAttribute("aria-labelledby", "sure-title");
  const title = Object.assign(document.createElement("h2"), { id: "sure-title" });
  const says = Object.assign(document.createElement("p"), { id: "sure-says" });
  const actions = Object.assign(document.createElement("div"), { className: "actions" });
  const yes = Object.assign(document.createElement("button"), { type: "button", className: "button accent" });
  const no = Object.assign(document.createElement("button"), { type: "button", className: "button" });
  yes.dataset.yes = "";
  no.dataset.close = "";
  no.textContent = t("common.cancel");
  actions.append(yes, no);
  made.append(title, says, actions);
  document.body.append(made);
  return made;
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element)) return;
  if (event.target.closest("[data-close]")) event.target.closest("dialog")?.close();
  if (event.target instanceof HTMLDialogElement) event.target.close();
});
