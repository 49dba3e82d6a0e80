/** A dialog that is made when it is wanted, and gone once it is closed. */

import "./dialogs.js";
import { t } from "../texts/catalogue.js";
import { h, patch } from "./dom.js";
import { icon } from "./signs.js";

/** @param {string} name @param {string} title */
export function openDialog(name, title) {
  const dialog = document.createElement("dialog");
  dialog.className = `dialog ${name}-dialog`;
  dialog.setAttribute("aria-labelledby", `${name}-title`);
  const head = document.createElement("div");
  head.className = "dialog-head";
  const close = { class: "icon-button", type: "button", "data-close": true, "aria-label": t("common.close") };
  patch(head, [h("h2", { id: `${name}-title` }, title), h("button", close, icon("close"))]);
  const body = document.createElement("div");
  body.className = `${name}-body`;
  dialog.append(head, body);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, body };
}
