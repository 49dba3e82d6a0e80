/** The host's options: each row sends its own change at once, and everybody sees it. */

/** @typedef {import("./lobby.js").Tell} Tell */

/** What one row of the options means for the API. @param {HTMLFormElement} form @param {string} name */
export function changeOf(form, name) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLSelectElement) return choices[name]?.(field.value) ?? {};
  if (name === "mystery" || name === "beginner") return { variants: variantsOf(form) };
  return field instanceof HTMLInputElement ? { [name]: field.checked } : {};
}

/** @type {Record<string, (value: string) => Record<string, unknown>>} */
const choices = {
  seats: (value) => ({ seats: Number(value) }),
  clock: (value) => ({ clock: value ? Number(value) : null }),
  who: (value) => ({ public: value === "public" }),
  starts: (value) => ({ starts: value }),
  wait: (value) => ({ wait: Number(value) }),
};

/** @param {HTMLFormElement} form */
function variantsOf(form) {
  return ["beginner", "mystery"].filter((name) => {
    const field = form.elements.namedItem(name);
    return field instanceof HTMLInputElement && field.checked;
  });
}

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
