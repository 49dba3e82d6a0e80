/** Moments in the reader's own time zone and way of writing; the server, which knows neither, wrote the day in UTC. */

import { locale } from "../texts/catalogue.js";

const moments = new Intl.DateTimeFormat(locale(), {
  dateStyle: "medium",
  timeStyle: "short",
});

export function showTimes() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const at = new Date(time.getAttribute("datetime") ?? "");
    if (!Number.isNaN(at.valueOf())) time.textContent = moments.format(at);
  }
}
