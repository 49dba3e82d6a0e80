/** A seat pass: sign this browser in, and, if they want, all others out. */

import "./page.js";
import { call } from "../server/http.js";
import { onAnswer } from "./forms.js";

onAnswer("passed", async (_answer, form) => {
  const onlyHere = form.querySelector("[data-only-here]");
  if (onlyHere instanceof HTMLInputElement && onlyHere.checked) {
    await call("POST", "/api/people/me/sessions/revoke-others");
  }
  location.assign("/games");
});
