/** My games: a seat pass for another device, and being forgotten. */

import "./page.js";
import { call } from "../server/http.js";
import { t } from "../texts/catalogue.js";
import { copy } from "../ui/share.js";
import { toast, toastError } from "../ui/toast.js";
import { onAnswer } from "./forms.js";
import { followWaiting } from "./waiting.js";

followWaiting(".game-result.mine");

document.querySelector("[data-offer-pass]")?.addEventListener("click", () => {
  import("../ui/seat-pass.js").then(({ offerPass }) => offerPass()).catch(toastError);
});

/** Rated games, and the ladder: switched here at any time. */
document.querySelector("[data-rating-wish]")?.addEventListener("change", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const [plays, shown] = [...form.querySelectorAll("input")];
  if (!plays || !shown) return;
  if (!plays.checked) shown.checked = false;
  shown.disabled = !plays.checked;
  try {
    await call("PUT", "/api/people/me/rating", { plays: plays.checked, shown: shown.checked });
    toast(t("rating.saved"));
  } catch (error) {
    const now = await call("GET", "/api/people/me/rating").catch(() => null);
    if (now) Object.assign(plays, { checked: now.plays });
    if (now) Object.assign(shown, { checked: now.shown, disabled: !now.plays });
    toastError(error);
  }
});

onAnswer("saved", () => toast(t("room.saved")));
onAnswer("feed", ({ atom, json_feed: json }) => {
  for (const [form, address] of Object.entries({ atom, json })) {
    const button = document.querySelector(`[data-feed=${form}]`);
    if (button instanceof HTMLElement) Object.assign(button, { hidden: false }).dataset.copy = address;
  }
  copy(atom);
});
onAnswer("feed-ended", () => {
  for (const button of document.querySelectorAll("[data-feed]")) button.toggleAttribute("hidden", true);
  toast(t("mine.feed_ended"));
});
onAnswer("forgotten", () => location.assign("/"));
