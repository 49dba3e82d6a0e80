/** Our app on a home screen: whether this is it, whether it is needed, and the way to it. */

import { call } from "../server/http.js";

/** Safari's own word for it, which no other browser has. */
const apples = () => /** @type {{standalone?: boolean}} */ (navigator).standalone;

/** Whether this browser knows notifications at all. */
export const hasNotices = () => Boolean(/** @type {any} */ (window).Notification);

/** Whether this page is an app by itself. */
export const isOnHomeScreen = () => apples() === true || matchMedia("(display-mode: standalone)").matches;

/** Apple's small devices tell nobody anything but from there; large iPads say that they are desks. */
export const needsHomeScreen = () =>
  (/iPhone|iPad/.test(navigator.userAgent) || apples() !== undefined) && !hasNotices() && !isOnHomeScreen();

/** To the page that says how: it has a pass in its manifest, so that the app knows my seats. @param {string} code  of the table to come back to */
export async function goInstall(code) {
  const { url } = await call("POST", "/api/people/me/pass", { home_screen: true });
  location.assign(`${new URL(url).pathname}/install?room=${code}`);
}
