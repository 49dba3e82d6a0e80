/** A seat pass: a link that opens my seats on another device, once. As a QR code, to copy and to share. */

import "./dialogs.js";
import { call } from "../server/http.js";
import { locale, t } from "../texts/catalogue.js";
import { h, patch } from "./dom.js";
import { canShare, copy, share, showQr } from "./share.js";
import { icon } from "./signs.js";

/** @param {string} moment */
const timeOf = (moment) => new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(new Date(moment));

/** Has a pass made and shows it until the dialog is closed. */
export async function offerPass() {
  const { url, expires_at } = await call("POST", "/api/people/me/pass", {});
  const shown = document.createElement("dialog");
  shown.className = "dialog";
  shown.setAttribute("aria-labelledby", "pass-title");
  patch(shown, [head(), body(url, timeOf(expires_at))]);
  shown.addEventListener("close", () => shown.remove());
  document.body.append(shown);
  shown.showModal();
  const place = shown.querySelector(".qr");
  await showQr(place, url);
  place?.firstElementChild?.setAttribute("aria-label", t("pass.qr"));
}

function head() {
  return h(
    "div",
    { class: "dialog-head" },
    h("h2", { id: "pass-title" }, t("head.pass")),
    h(
      "button",
      { class: "icon-button", type: "button", "data-close": true, "aria-label": t("common.close") },
      icon("close"),
    ),
  );
}

/**
 * @param {string} url
 * @param {string} time  until which it works
 */
function body(url, time) {
  return h(
    "div",
    { class: "pass" },
    h("div", { class: "qr", held: true }),
    h("p", null, t("pass.offer_says", { time })),
    h("input", {
      class: "input",
      readonly: true,
      value: url,
      "aria-label": t("pass.link"),
      onfocus: (/** @type {FocusEvent} */ { target }) => /** @type {HTMLInputElement} */ (target).select(),
    }),
    h(
      "div",
      { class: "actions" },
      h(
        "button",
        {
          class: "button accent",
          type: "button",
          onclick: (/** @type {Event} */ event) => copyAndSay(event, url),
        },
        icon("copy"),
        h("span", { "aria-live": "polite" }, t("room.copy_link")),
      ),
      canShare()
        ? h(
            "button",
            { class: "button", type: "button", onclick: () => share(t("pass.title"), url) },
            icon("share"),
            t("common.share"),
          )
        : null,
    ),
  );
}

/** A toast would lie below the dialog. @param {Event} event @param {string} url */
async function copyAndSay({ currentTarget }, url) {
  const words = /** @type {Element} */ (currentTarget).querySelector("span");
  await copy(url);
  if (words) words.textContent = t("common.copied");
}
