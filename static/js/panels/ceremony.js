/** An animal and who wants it: what every planet brings, counted one by one, and where it goes. */

import { decidingEntries } from "../rules/races.js";
import { cardOnShow } from "../state/lit.js";
import { awardText } from "../texts/events.js";
import { wishText } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { rich } from "../ui/names.js";
import { animal, mark, wish } from "../ui/signs.js";

/** Read out by the announcement of the event, so this is for the eyes. @param {import("../state/table.js").TableState} state */
export function ceremonyPanel(state) {
  const card = cardOnShow(state);
  if (!card) return null;
  const { award, counted, isDecided } = card;
  const claims = isDecided ? decidingEntries(award) : award.claims.map(([first = 0]) => [first]);
  const claim = (/** @type {number[]} */ entries, /** @type {number} */ seat) =>
    h(
      "li",
      {
        key: seat,
        "data-counted": counted.includes(seat),
        "data-won": isDecided && award.seat === seat,
        "data-mine": seat === state.me,
      },
      mark(seat),
      h("b", null, counted.includes(seat) ? entries.join("·") : "·"),
    );
  return h(
    "div",
    { key: `award ${award.animal}`, class: "ceremony", "aria-hidden": "true", "data-decided": isDecided },
    animal(award.animal),
    wish(award.animal),
    h("ul", null, claims.map(claim)),
    h("p", null, isDecided ? rich(awardText(state, award)) : wishText(award.animal)),
  );
}
