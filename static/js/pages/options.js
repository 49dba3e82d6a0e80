/** The host's options: each row sends its own change at once, and everybody sees it. */

/** @typedef {import("./lobby.js").Tell} Tell */

/** What one row of the options means for the API: choices are written as JSON. @param {HTMLFormElement} form @param {string} name */
function changeOf(form, name) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLSelectElement) return { [name]: chosen(JSON.parse(field.value)) };
  if (!(field instanceof HTMLInputElement)) return {};
  const list = field.dataset.of;
  return list ? { [list]: switchedOn(form, list) } : { [name]: field.checked };
}

/** Nights are those of the host's own time zone. @param {unknown} value */
const chosen = (value) => (value === "here" ? Intl.DateTimeFormat().resolvedOptions().timeZone : value);

/** The names of all switches of a list that are on. @param {HTMLFormElement} form @param {string} list */
export const switchedOn = (form, list) =>
  [...form.querySelectorAll(`[data-of="${list}"]:checked`)].map((field) => field.getAttribute("name") ?? "");

/** @param {Tell} tell @param {() => void} redraw */
export function bindOptions(tell, redraw) {
  document.addEventListener("change", async (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
    if (!field.form || !("options" in field.form.dataset)) return;
    await tell("PATCH", "/options", changeOf(field.form, field.name));
    redraw();
  });
}
