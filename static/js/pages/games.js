/** My games: a seat pass for another device, and being forgotten. */

import "./page.js";
import { t } from "../texts/catalogue.js";
import { copy } from "../ui/share.js";
import { toast, toastError } from "../ui/toast.js";
import { onAnswer } from "./forms.js";
import { followWaiting } from "./waiting.js";

followWaiting(".game-result.mine");

document.querySelector("[data-offer-pass]")?.addEventListener("click", () => {
  import("../ui/seat-pass.js").then(({ offerPass }) => offerPass()).catch(toastError);
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
