/** Being told by the browser when it is my move: asked for, switched off, and whether it can be had here at all. */

import { call } from "../server/http.js";
import { hasNotices, needsHomeScreen } from "./home-screen.js";
import { remember, remembered } from "./storage.js";

const KEPT = "told";

/** Whether this server tells anybody anything. */
const isOffered = () => Boolean(document.querySelector("main[data-push]"));

const canBeTold = () =>
  window.isSecureContext && hasNotices() && "PushManager" in window && "serviceWorker" in navigator;

/** What can be done about it here. @returns {"on" | "off" | "blocked" | "install" | null} */
export function telling() {
  if (!isOffered()) return null;
  if (needsHomeScreen()) return "install";
  if (!canBeTold()) return null;
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && remembered(KEPT, null) === true ? "on" : "off";
}

/** Whether nobody has answered yet. */
export const isUndecided = () => remembered(KEPT, null) === null;

/** Not now, and not of our own accord again. */
export const decline = () => remember(KEPT, false);

/** From now on; the browser asks for itself. What came of it, as `telling` says it. */
export async function tellMe() {
  if ((await Notification.requestPermission()) !== "granted") {
    decline();
    return telling();
  }
  const { key } = await call("GET", "/api/push/key");
  const { pushManager } = await navigator.serviceWorker.ready;
  const old = await pushManager.getSubscription();
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  // A key of another server, or from before a backup: the address belongs to it and to no other.
  const made = await pushManager.subscribe(wanted).catch(async () => {
    await old?.unsubscribe();
    return pushManager.subscribe(wanted);
  });
  const { endpoint, keys } = made.toJSON();
  await call("PUT", "/api/push/subscription", { endpoint, keys });
  remember(KEPT, true);
  return telling();
}

/** No more. */
export async function tellMeNoMore() {
  decline();
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.getSubscription();
  if (!made) return;
  await call("DELETE", "/api/push/subscription", { endpoint: made.endpoint });
  await made.unsubscribe();
}
