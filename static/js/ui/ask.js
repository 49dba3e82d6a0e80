/** A question mark that opens the right part of the rules, in a tab of its own: at the table nothing is lost. */

import { t } from "../texts/catalogue.js";
import { h } from "./dom.js";

/** @param {string} part  as the rules page names it */
export const ask = (part) =>
  h(
    "a",
    {
      key: `ask ${part}`,
      class: "ask",
      href: `/rules#${part}`,
      target: "_blank",
      rel: "noopener",
      "aria-label": t("card.ask"),
      title: t("card.ask"),
    },
    "?",
  );
