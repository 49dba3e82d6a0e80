/** My games: a seat pass for another device, and being forgotten. */

import { onAnswer } from "./forms.js";
import "./page.js";
import { t } from "../texts.js";
import { showQr } from "./share.js";
import { toast } from "./toast.js";

onAnswer("pass", async (answer, form) => {
  const place = document.querySelector("[data-pass-place]");
  const copying = place?.querySelector("[data-copy]");
  if (!(place instanceof HTMLElement) || !(copying instanceof HTMLElement)) return;
  copying.dataset.copy = answer.url;
  await showQr(place.querySelector("[data-qr]"), answer.url);
  place.hidden = false;
  form.hidden = true;
});

onAnswer("saved", () => toast(t("room.saved")));
onAnswer("forgotten", () => location.assign("/"));
