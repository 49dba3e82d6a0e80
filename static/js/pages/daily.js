/** The world of a day: a try begins, its line is handed on, Gaia's game is watched, circles come and go. */

import "./page.js";
import { call, readText } from "../server/http.js";
import { t } from "../texts/catalogue.js";
import { canShare, copy, share } from "../ui/share.js";
import { toast, toastError } from "../ui/toast.js";
import { onAnswer } from "./forms.js";
import { keepRecord } from "./replay/files.js";

const day = document.querySelector("[data-day]")?.getAttribute("data-day");

onAnswer("daily", ({ code }) => location.assign(`/r/${code}`));
onAnswer("circle", (_, form) => {
  form.reset();
  showCircles();
});
onAnswer("circle-link", () => showCircles(t("common.circle_link_made")));
onAnswer("taken-out", () => showCircles(t("common.taken_out")));
onAnswer("joined", () => location.assign("/daily#circles"));

/** As they are now; where the keyboard was may be gone. @param {string} [news] */
function showCircles(news) {
  const place = document.getElementById("my-circles");
  const heading = document.getElementById("circles");
  place?.addEventListener(
    "htmx:after:swap",
    () => document.activeElement === document.body && heading?.focus(),
    { once: true },
  );
  place?.dispatchEvent(new CustomEvent("circles-changed"));
  if (news) toast(news);
}

/** By the share sheet where a finger holds the page, else copied, with the address behind it. @param {DOMStringMap} line */
function handOn({ shareLine = "", shareUrl = "" }) {
  if (canShare() && matchMedia("(pointer: coarse)").matches) return share(shareLine, shareUrl);
  return copy(`${shareLine}\n${shareUrl}`);
}

/** The page of records plays whatever was kept for it. @param {string} address */
async function watch(address) {
  keepRecord(await readText(address));
  location.assign("/replay");
}

document.addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target.closest("button") : null;
  if (!pressed) return;
  if (pressed.dataset.shareLine) handOn(pressed.dataset);
  if (pressed.dataset.watchLine) watch(pressed.dataset.watchLine).catch(toastError);
});

document.querySelector("[data-show-name]")?.addEventListener("change", async ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  await call("PUT", `/api/daily/${day}/name`, { shown: target.checked }).catch((error) => {
    target.checked = !target.checked;
    toastError(error);
  });
});
