/** A seat pass: sign this browser in, and, if they want, all others out. An app's first start does so by itself. */

import "./page.js";
import { call } from "../server/http.js";
import { isOnHomeScreen } from "../ui/home-screen.js";
import { onAnswer } from "./forms.js";

onAnswer("passed", async (_answer, form) => {
  const onlyHere = form.querySelector("[data-only-here]");
  if (onlyHere instanceof HTMLInputElement && onlyHere.checked) {
    await call("POST", "/api/people/me/sessions/revoke-others");
  }
  location.replace(form.dataset.to ?? "/games");
});

const form = document.querySelector("form[data-starts]");
// Once early.js listens no more: what it keeps would be sent a second time.
if (form instanceof HTMLFormElement && isOnHomeScreen()) setTimeout(() => form.requestSubmit());
