/** What every page does: theme, language, menus, copying, the line to the server, the service worker. */

import { t } from "../texts.js";
import { onAnswer } from "./forms.js";
import { copy, rememberInvite } from "./share.js";
import { toast } from "./toast.js";

const YEAR = 31536000;

/** Kept in a cookie, so that the server writes the page the right way at once. @param {string} name @param {string} value */
function keepChoice(name, value) {
  const life = value ? YEAR : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
  document.cookie = `${name}=${value}; Path=/; Max-Age=${life}; SameSite=Lax`;
}

/** @param {string} choice auto, day or night */
function chooseTheme(choice) {
  const isAuto = choice === "auto";
  keepChoice("theme", isAuto ? "" : choice);
  if (isAuto) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  for (const button of document.querySelectorAll("[data-theme-choice]")) {
    const isChosen = button instanceof HTMLElement && button.dataset.themeChoice === choice;
    button.setAttribute("aria-pressed", String(isChosen));
  }
}

/** @param {Element} pressed */
function onPress(pressed) {
  const theme = pressed.closest("[data-theme-choice]");
  if (theme instanceof HTMLElement) chooseTheme(theme.dataset.themeChoice ?? "auto");
  const copied = pressed.closest("[data-copy]");
  if (copied instanceof HTMLElement && copied.dataset.copy) copy(copied.dataset.copy);
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(pressed)) menu.removeAttribute("open");
  }
}

document.addEventListener("click", (event) => {
  if (event.target instanceof Element) onPress(event.target);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const menu = document.querySelector("details.menu[open]");
  menu?.removeAttribute("open");
  menu?.querySelector("summary")?.focus();
});

document.addEventListener("change", (event) => {
  const chosen = event.target;
  if (!(chosen instanceof HTMLSelectElement) || !("languageChoice" in chosen.dataset)) return;
  keepChoice("language", chosen.value);
  location.reload();
});

// Without a graphics card a soft change of pages takes longer than all else on the way to a table.
window.addEventListener("pageswap", (event) => {
  const { activation, viewTransition } = /** @type {any} */ (event);
  if (/\/r\//.test(activation?.entry.url)) viewTransition?.skipTransition();
});

window.addEventListener("offline", () => toast(t("common.offline"), { isWrong: true }));
/** The offline page asks now and then, since not every device says when the line is back. */
async function comeBack() {
  const answer = await fetch("/robots.txt", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

if (document.querySelector("[data-offline]")) setInterval(comeBack, 2000);

window.addEventListener("online", () => {
  if (document.querySelector("[data-offline]")) location.reload();
  else toast(t("common.back_online"));
});

onAnswer("room", (answer) => {
  rememberInvite(answer.room.code, answer.invite);
  location.assign(`/r/${answer.room.code}`);
});

onAnswer("sat", (_answer, form) => {
  const { code = "", invite } = form.dataset;
  if (invite) rememberInvite(code, invite);
  location.assign(`/r/${code}`);
});

if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("/sw.js");
