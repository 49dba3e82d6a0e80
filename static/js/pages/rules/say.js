/** What has changed in a figure, for a screen reader. */

/** @type {HTMLElement | null} */
let place = null;

/** @param {string[]} lines */
export function announce(lines) {
  if (!place) {
    place = document.createElement("p");
    place.className = "unseen";
    place.setAttribute("role", "status");
    document.body.append(place);
  }
  place.textContent = lines.filter(Boolean).join(" ");
}
