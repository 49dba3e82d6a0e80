/** The reader's language: chosen by hand it is kept in a cookie, and what was typed comes through the change of pages. */

import { useCatalogue } from "../texts/catalogue.js";

const YEAR = 31536000;

/** Kept in a cookie, so that the server writes the page the right way at once. @param {string} name @param {string} value */
export function keepChoice(name, value) {
  const life = value ? YEAR : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
  document.cookie = `${name}=${value}; Path=/; Max-Age=${life}; SameSite=Lax`;
}

const hasChosen = () => /(^|; )language=/.test(document.cookie);

/** @param {string} lang */
export function chooseLanguage(lang) {
  keepChoice("language", lang);
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  history.replaceState(history.state, "", here);
  document.dispatchEvent(new Event("load-again")); // early.js keeps what was typed
}

/**
 * The same while the page stays: what scripts draw is drawn anew by whoever asks, and what the server wrote is fetched.
 * @param {string} lang
 * @param {string} catalogue  its address
 */
export async function readIn(lang, catalogue) {
  keepChoice("language", lang);
  const [page] = await Promise.all([fetch(location.href), useCatalogue(catalogue)]);
  const written = new DOMParser().parseFromString(await page.text(), "text/html");
  for (const part of document.querySelectorAll("[data-written]")) {
    const anew = written.getElementById(part.id);
    if (!anew) continue;
    part.replaceChildren(...anew.childNodes);
    const label = anew.getAttribute("aria-label");
    if (label) part.setAttribute("aria-label", label);
  }
}

/** A link with a language in it stays in that language, for whoever has not chosen one by hand. */
function followLink() {
  const wanted = new URLSearchParams(location.search).get("lang");
  if (wanted && wanted === document.documentElement.lang && !hasChosen()) keepChoice("language", wanted);
}

followLink();
