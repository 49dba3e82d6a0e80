/** What opens an animal's card, wherever the animal is shown. */

import { h } from "../ui/dom.js";

/** @typedef {import("../ui/dom.js").Child} Child */

/**
 * What opens an animal's card.
 * @param {string | null} requirement  null: it lies face down
 * @param {number} round
 * @param {string} kind
 * @param {boolean} isFirst            of a list that arrow keys walk: the one where Tab stops
 * @param {Child[]} children
 */
export function opener(requirement, round, kind, isFirst, ...children) {
  return h(
    "button",
    {
      key: requirement ?? undefined,
      type: "button",
      class: `opens-card ${kind}`,
      tabindex: isFirst ? "0" : "-1",
      "aria-haspopup": "dialog",
      "data-card": requirement ?? "",
      "data-round": round,
    },
    children,
  );
}
