/** Asking for rated games, at the moment somebody is about to play one: what it means, and whether they want to be shown. */

import { call } from "../server/http.js";
import { t } from "../texts/catalogue.js";
import { h, patch } from "../ui/dom.js";
import { openDialog } from "../ui/opened.js";
import { toastError } from "../ui/toast.js";

/** Whether they want them from now on. @returns {Promise<boolean>} */
export function askForRated() {
  const { dialog, body } = openDialog("rated", t("rating.ask_title"));
  let isWanted = false;
  const yes = async () => {
    const shown = body.querySelector("input")?.checked ?? false;
    try {
      await call("PUT", "/api/people/me/rating", { plays: true, shown });
      isWanted = true;
      dialog.close();
    } catch (error) {
      toastError(error);
    }
  };
  patch(body, [
    h("p", null, t("rating.ask_says")),
    h(
      "label",
      { class: "row" },
      h("span", null, t("rating.ask_shown")),
      h("input", { class: "switch", type: "checkbox", role: "switch", autocomplete: "off" }),
    ),
    h(
      "div",
      { class: "actions" },
      h("button", { type: "button", class: "button accent", onclick: yes }, t("rating.ask_yes")),
      h("button", { type: "button", class: "button", "data-close": true }, t("common.cancel")),
    ),
  ]);
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(isWanted), { once: true }));
}
