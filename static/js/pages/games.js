/** My games: a seat pass for another device, and being forgotten. */

import "./page.js";
import { t } from "../texts/catalogue.js";
import { toast, toastError } from "../ui/toast.js";
import { onAnswer } from "./forms.js";

document.querySelector("[data-offer-pass]")?.addEventListener("click", () => {
  import("../ui/seat-pass.js").then(({ offerPass }) => offerPass()).catch(toastError);
});

onAnswer("saved", () => toast(t("room.saved")));
onAnswer("forgotten", () => location.assign("/"));
