/** My games: a seat pass for another device, and being forgotten. */

import { onAnswer } from "./forms.js";
import "./page.js";
import { t } from "../texts.js";
import { toast, toastError } from "./toast.js";

document.querySelector("[data-offer-pass]")?.addEventListener("click", () => {
  import("./passing.js").then(({ offerPass }) => offerPass()).catch(toastError);
});

onAnswer("saved", () => toast(t("room.saved")));
onAnswer("forgotten", () => location.assign("/"));
