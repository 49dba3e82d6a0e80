/** Behind an invite link: another name at a press of the dice, and a seat at one press. */

import "./page.js";
import { call } from "../server/http.js";
import { rememberInvite } from "../ui/share.js";
import { toastError } from "../ui/toast.js";
import { onAnswer } from "./forms.js";
import { wakePlanets } from "./planets.js";

wakePlanets();

const field = document.querySelector("[data-name]");

/** Sat down: be called as the field says, and on to the room. Somebody new has a name only from now on. */
onAnswer("seated", async (answer, form) => {
  const { code = "", invite } = form.dataset;
  rememberInvite(code, invite);
  const name = field instanceof HTMLInputElement ? field.value.trim() : "";
  if (name && name !== answer.you?.name) await call("PATCH", "/api/people/me", { name });
  location.assign(`/r/${code}`);
});

document.querySelector("[data-another-name]")?.addEventListener("click", async () => {
  if (!(field instanceof HTMLInputElement)) return;
  try {
    field.value = (await call("GET", "/parts/name")).name;
    field.focus();
  } catch (error) {
    toastError(error);
  }
});
