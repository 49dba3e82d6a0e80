/** Links handed on: copied, shared by the device's own sheet, shown as a QR code; and which invites this browser knows. */

import { call } from "../server/http.js";
import { t } from "../texts/catalogue.js";
import { toast } from "./toast.js";

/** @param {string} code */
const key = (code) => `invite:${code}`;

/** The invite of a room, if this browser has made it or come by it. @param {string} code */
export function knownInvite(code) {
  return localStorage.getItem(key(code));
}

/** @param {string} code @param {string | null | undefined} invite */
export function rememberInvite(code, invite) {
  if (invite) localStorage.setItem(key(code), invite);
  else localStorage.removeItem(key(code));
}

/** Where somebody came from who first plays a game to learn it. @param {string} code @param {string | undefined} invite */
export function rememberWayBack(code, invite) {
  if (invite) localStorage.setItem(`back:${code}`, `/i/${invite}`);
}

/** @param {string} code */
export const wayBack = (code) => localStorage.getItem(`back:${code}`);

/** @param {string} invite */
export const inviteAddress = (invite) => `${location.origin}/i/${invite}`;

/** @param {string} text */
export async function copy(text) {
  await navigator.clipboard.writeText(text).catch(() => copyByHand(text));
  toast(t("common.copied"));
}

/** Where the clipboard is not to be had (plain http on a local network). @param {string} text */
function copyByHand(text) {
  const field = Object.assign(document.createElement("textarea"), { value: text, className: "unseen" });
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/** @param {string} text @param {string} url */
export async function share(text, url) {
  await navigator.share({ text, url }).catch(() => undefined);
}

export const canShare = () => "share" in navigator;

/** By the share sheet where a finger holds the page, else by copying. @param {string} text @param {string} url */
export function handOn(text, url) {
  return canShare() && matchMedia("(pointer: coarse)").matches ? share(text, url) : copy(url);
}

/** Draw `url` as a QR code into `place`; the server draws it, so a page needs no library for it. @param {Element | null} place @param {string} url */
export async function showQr(place, url) {
  if (!(place instanceof HTMLElement)) return;
  const { svg } = await call("POST", "/parts/qr", { url });
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", t("room.qr"));
  place.replaceChildren(drawn);
  place.hidden = false;
}
