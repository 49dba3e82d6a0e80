/** Ready-made phrases, to be said with one press: everybody reads them in their own language. */

import "./dialogs.js";
import { PHRASES } from "../generated/facts.js";
import { has, t } from "../texts/catalogue.js";
import { h, patch } from "./dom.js";
import { openDialog } from "./opened.js";

/** What was said, in the reader's language where it is a phrase that we know. @param {{text: string, phrase?: string | null}} said */
export const wordsOf = ({ text, phrase }) =>
  phrase && has(`phrases.${phrase}`) ? t(`phrases.${phrase}`) : text;

/** Offers them; what is pressed is said. @param {(phrase: string) => unknown} say */
export function offerPhrases(say) {
  const shown = openDialog("phrases", t("talk.phrases"));
  const press = (/** @type {string} */ phrase) => () => {
    shown.dialog.close();
    say(phrase);
  };
  patch(
    shown.body,
    PHRASES.map((phrase) =>
      h(
        "button",
        { key: phrase, type: "button", class: "menu-item phrase", onclick: press(phrase) },
        t(`phrases.${phrase}`),
      ),
    ),
  );
}
