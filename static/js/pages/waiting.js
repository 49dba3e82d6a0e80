/** Pages that list my games say in their title, and on the app's icon, how many wait for me. */

import { showWaiting } from "../ui/badge.js";

/** Counted where the list marks them. @param {string} mark  of one that waits */
export function followWaiting(mark) {
  const count = () => showWaiting(document.querySelectorAll(mark).length);
  count();
  document.addEventListener("htmx:after:swap", count);
}
