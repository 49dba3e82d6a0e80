/** What every page does: theme, language, copying, the line to the server, the service worker. */

import "../ui/menus.js";
import { t } from "../texts/catalogue.js";
import { fetchAhead } from "../ui/ahead.js";
import { chooseLanguage } from "../ui/language.js";
import { copy, handOn, rememberInvite, rememberWayBack } from "../ui/share.js";
import { chooseTheme } from "../ui/theme.js";
import { toast } from "../ui/toast.js";
import { onAnswer } from "./forms.js";
import { showTimes } from "./times.js";

/** @param {string} choice auto, day or night */
function pressTheme(choice) {
  chooseTheme(choice);
  for (const button of document.querySelectorAll("[data-theme-choice]")) {
    const isChosen = button instanceof HTMLElement && button.dataset.themeChoice === choice;
    button.setAttribute("aria-pressed", String(isChosen));
  }
}

/** @param {Element} pressed */
function onPress(pressed) {
  const theme = pressed.closest("[data-theme-choice]");
  if (theme instanceof HTMLElement) pressTheme(theme.dataset.themeChoice ?? "auto");
  const copied = pressed.closest("[data-copy]");
  if (copied instanceof HTMLElement && copied.dataset.copy) copy(copied.dataset.copy);
  const shared = pressed.closest("[data-hand-on]");
  if (shared instanceof HTMLElement) handOn(shared.dataset.handOnText ?? "", shared.dataset.handOn ?? "");
}

document.addEventListener("click", (event) => {
  if (event.target instanceof Element) onPress(event.target);
});

document.addEventListener("change", (event) => {
  const chosen = event.target;
  if (!(chosen instanceof HTMLSelectElement) || !("languageChoice" in chosen.dataset)) return;
  chooseLanguage(chosen.value);
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

showTimes();
document.addEventListener("htmx:after:swap", showTimes);

onAnswer("room", (answer) => {
  rememberInvite(answer.room.code, answer.invite);
  location.assign(`/r/${answer.room.code}`);
});

onAnswer("room-view", ({ code }) => location.assign(`/r/${code}`));
onAnswer("first", (answer, form) => {
  rememberWayBack(answer.code, form.dataset.invite);
  location.assign(`/r/${answer.code}`);
});

onAnswer("sat", (_answer, form) => {
  const { code = "", invite } = form.dataset;
  if (invite) rememberInvite(code, invite);
  location.assign(`/r/${code}`);
});

if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("/sw.js");
void fetchAhead();
