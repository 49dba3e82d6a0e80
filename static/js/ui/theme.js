/** Day or night, as chosen by hand; kept in a cookie, so that the server writes the page the right way at once. */

import { keepChoice } from "./language.js";

/** @returns {string} auto, day or night */
export const chosenTheme = () => document.documentElement.dataset.theme ?? "auto";

/** @param {string} choice  auto, day or night */
export function chooseTheme(choice) {
  const isAuto = choice === "auto";
  keepChoice("theme", isAuto ? "" : choice);
  if (isAuto) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}
