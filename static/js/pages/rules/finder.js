/**
 * Search within the rules: parts that do not hold all the words go, in the others the words are marked. Accents and
 * capitals make no difference, nor does it matter in which order the words stand.
 */

import { t } from "../../texts/catalogue.js";
import { markWords, plain, unmark } from "./marks.js";

/** A while after the last letter, so that what is announced is the whole word. */
const QUIET_MS = 250;

/** The field, and the key that leads to it from anywhere on the page. */
export function bindFinder() {
  const field = document.getElementById("finder");
  const says = document.getElementById("found");
  if (field instanceof HTMLInputElement && says) bindField(field, says);
}

/** @param {HTMLInputElement} field @param {HTMLElement} says */
function bindField(field, says) {
  const parts = [...document.querySelectorAll(".part")].map((part) => ({
    part,
    text: plain(part.textContent),
  }));
  let waiting = 0;

  function show() {
    clearTimeout(waiting);
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    const found = parts.filter(({ part, text }) => {
      unmark(part);
      const isFound = words.every((word) => text.includes(word));
      setHidden(part, !isFound);
      if (isFound && words.length > 0) markWords(part, words);
      return isFound;
    });
    for (const group of document.querySelectorAll(".chapter, .contents > ol > li")) hideIfEmpty(group);
    waiting = window.setTimeout(tell, QUIET_MS, words.length > 0 ? found.length : null);
  }

  /** @param {number | null} count  null: nothing is looked for */
  function tell(count) {
    const what = field.value.trim();
    if (count === null) says.replaceChildren();
    else if (count > 0) says.replaceChildren(t("search.found", { count, what }));
    else says.replaceChildren(t("search.none", { what }), button(t("search.all"), clear));
  }

  function clear() {
    field.value = "";
    show();
    field.focus();
  }

  field.addEventListener("input", show);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && field.value) {
      event.preventDefault();
      clear();
    } else if (event.key === "Enter") document.querySelector(".part:not([hidden])")?.scrollIntoView();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  // A link to a part that the search has hidden shows everything again.
  window.addEventListener("hashchange", () => {
    const part = document.getElementById(location.hash.slice(1));
    if (!part?.hidden) return;
    field.value = "";
    show();
    part.scrollIntoView();
  });
  if (field.value) show(); // the browser has kept what was typed
}

/** The part and its line in the contents. @param {Element} part @param {boolean} isHidden */
function setHidden(part, isHidden) {
  const line = document.querySelector(`.contents a[href="#${part.id}"]`)?.parentElement;
  part.toggleAttribute("hidden", isHidden);
  line?.toggleAttribute("hidden", isHidden);
}

/** A chapter whose parts are all hidden has nothing to head. @param {Element} group */
function hideIfEmpty(group) {
  const inside = [...group.querySelectorAll(group.matches(".chapter") ? ".part" : "li")];
  group.toggleAttribute("hidden", inside.length > 0 && inside.every((one) => one.hasAttribute("hidden")));
}

/** @param {string} text @param {() => void} onPress */
function button(text, onPress) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "button small";
  made.textContent = text;
  made.addEventListener("click", onPress);
  return made;
}
