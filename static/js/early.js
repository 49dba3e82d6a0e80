/**
 * Runs before anything is drawn, so that nobody is too quick for a page: what is sent, pressed or chosen before its
 * modules listen is kept, and done as soon as they do. If one of them does not come, the page says so, and what
 * was typed outlives loading it again. (Forms are of the kind that goes nowhere by itself: `method="dialog"`.)
 */
(() => {
  const TYPED = "typed";
  /** What to do once the page listens, by what was pressed. @type {Map<Element, () => void>} */
  const kept = new Map();
  const waiting = new AbortController();

  /** @param {Event} event */
  function keep(event) {
    const { target, type } = event;
    if (!(target instanceof Element)) return;
    if (type === "submit")
      keepForm(/** @type {SubmitEvent} */ (event), /** @type {HTMLFormElement} */ (target));
    else if (type === "change")
      kept.set(target, () => target.dispatchEvent(new Event(type, { bubbles: true })));
    else keepPress(event, target.closest("button"));
  }

  /** @param {SubmitEvent} event @param {HTMLFormElement} form */
  function keepForm(event, form) {
    if (!form.dataset.api) return;
    event.preventDefault();
    const { submitter } = event;
    submitter?.setAttribute("aria-busy", "true");
    kept.set(form, () => {
      submitter?.removeAttribute("aria-busy");
      form.requestSubmit(submitter);
    });
  }

  /** @param {Event} event @param {HTMLButtonElement | null} button */
  function keepPress(event, button) {
    // One that sends a form is kept when the form is sent.
    if (button?.type !== "button") return;
    event.stopPropagation();
    kept.set(button, () => button.click());
  }

  /** @returns {HTMLInputElement[]} */
  const fields = () =>
    [...document.querySelectorAll("input")].filter(({ id, type }) => id && type === "text");

  function loadAgain() {
    const typed = fields().map(({ id, value }) => [id, value]);
    sessionStorage.setItem(TYPED, JSON.stringify({ of: location.pathname, typed }));
    location.reload();
  }

  function putBackTyped() {
    const { of, typed } = JSON.parse(sessionStorage.getItem(TYPED) ?? "{}");
    sessionStorage.removeItem(TYPED);
    if (of !== location.pathname) return;
    const values = new Map(typed);
    for (const field of fields()) field.value = values.get(field.id) ?? field.value;
  }

  function listening() {
    waiting.abort();
    for (const redo of kept.values()) redo();
  }

  function explain() {
    waiting.abort();
    for (const button of document.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
    const words = document.querySelector("template#incomplete");
    const place = document.getElementById("toasts");
    if (words instanceof HTMLTemplateElement) place?.append(words.content);
    place?.querySelector("button")?.addEventListener("click", loadAgain);
  }

  function onRead() {
    putBackTyped();
    const entry = document.querySelector("script[type=module]");
    // The same modules as the element's, not other ones: only this way somebody can be told when they have run.
    if (entry instanceof HTMLScriptElement) import(entry.src).then(listening, explain);
  }

  /** A table's line is opened beside its modules; what is said on it is theirs (server/socket.js). */
  function openLine() {
    const { line } = document.documentElement.dataset;
    const address = line && new URL(line, location.href.replace(/^http/, "ws")).href;
    if (address) Object.assign(globalThis, { openedLine: new WebSocket(address) });
  }

  openLine();
  for (const type of ["submit", "click", "change"])
    addEventListener(type, keep, { capture: true, signal: waiting.signal });
  document.addEventListener("readystatechange", onRead, { once: true });
  document.addEventListener("load-again", loadAgain); // another language was chosen
})();
