/** What can be pressed in the room before the start: seats, bots, start, leave, and the links that bring friends. */

import { call, makeNonce } from "../server/http.js";
import { t } from "../texts/catalogue.js";
import { dialog } from "../ui/dialogs.js";
import { canShare, copy, inviteAddress, knownInvite, rememberInvite, share, showQr } from "../ui/share.js";
import { toast, toastError } from "../ui/toast.js";

/** @typedef {(method: string, path: string, body?: unknown) => Promise<void>} Tell */
/** @typedef {(title: string, says: string, yes: string) => Promise<boolean>} Ask */

/** @param {string} code @param {Tell} tell @param {Ask} isSure */
export function bindLobby(code, tell, isSure) {
  const roomName = document.querySelector("h1")?.textContent ?? "";
  let botSeat = 0;

  /** @type {Record<string, (value: string, pressed: HTMLElement) => unknown>} */
  const presses = {
    start: () => tell("POST", "/start"),
    sit: (seat) => sit(Number(seat)),
    kick: async (seat, pressed) => {
      const title = t("room.kick_sure", { name: pressed.dataset.name ?? "" });
      if (await isSure(title, t("room.kick_says"), t("room.kick_yes")))
        tell("POST", "/kick", { seat: Number(seat) });
    },
    unseat: async (seat, pressed) => {
      const title = t("room.unseat_sure", { name: pressed.dataset.name ?? "" });
      if (await isSure(title, t("room.unseat_says"), t("room.unseat_yes")))
        tell("POST", "/unseat", { seat: Number(seat) });
    },
    addBot: (seat) => {
      botSeat = Number(seat);
      dialog("bot-dialog")?.showModal();
    },
    level: (level) => {
      dialog("bot-dialog")?.close();
      tell("POST", "/bot", { seat: botSeat, level });
    },
    removeBot: (seat) => tell("POST", "/bot", { seat: Number(seat), level: null }),
    rename: () => dialog("name-dialog")?.showModal(),
    leave: async () => {
      const title = t("room.leave_sure", { room: roomName });
      if (!(await isSure(title, t("room.leave_says"), t("room.leave_yes")))) return;
      await tell("POST", "/leave");
      location.assign("/");
    },
    copyInvite: () => copy(linkTo(code)),
    shareInvite: () => share(t("room.share_text", { room: roomName }), linkTo(code)),
    newLink: () => newLink(),
    takeBack: async () => {
      await tell("DELETE", "/invite");
      rememberInvite(code, null);
      toast(t("room.taken_back"));
      showInvite(code);
    },
  };

  /** @param {number} seat */
  async function sit(seat) {
    const invite = knownInvite(code);
    await tell("POST", "/sit", { seat, nonce: makeNonce(), ...(invite && { invite }) });
  }

  async function newLink() {
    if (!(await isSure(t("room.new_link_sure"), t("room.new_link_says"), t("room.new_link")))) return;
    try {
      rememberInvite(code, (await call("POST", `/api/rooms/${code}/invite`)).invite);
      toast(t("room.new_link_made"));
      showInvite(code);
    } catch (error) {
      toastError(error);
    }
  }

  document.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("button") : null;
    if (!pressed) return;
    const name = Object.keys(presses).find((key) => key in pressed.dataset);
    if (name) presses[name]?.(pressed.dataset[name] ?? "", pressed);
  });
  showInvite(code);
  document.addEventListener("htmx:after:swap", () => showSeats(code));
}

/** With what friends sit down: the invite if this browser knows it, in a public room its own address. @param {string} code */
function linkTo(code) {
  const invite = knownInvite(code);
  const card = document.querySelector("[data-bring]");
  return invite ? inviteAddress(invite) : card instanceof HTMLElement ? (card.dataset.link ?? "") : "";
}

/** The card that brings friends: a link and its QR code where there are any, else how to come by them. @param {string} code */
function showInvite(code) {
  const card = document.querySelector("[data-bring]");
  const link = linkTo(code);
  if (!card) return;
  for (const part of card.querySelectorAll("[data-known]")) show(part, link !== "");
  for (const part of card.querySelectorAll("[data-unknown]")) show(part, link === "");
  showSeats(code);
  show(card.querySelector("[data-share-invite]"), canShare());
  show(card.querySelector("[data-qr]"), link !== "");
  if (link) showQr(card.querySelector("[data-qr]"), link).catch(() => undefined);
}

/** Seats of a private room are offered only where the invite is known. @param {string} code */
function showSeats(code) {
  const isInvited = Boolean(knownInvite(code));
  for (const seat of document.querySelectorAll("[data-needs-invite]")) show(seat, isInvited);
}

/** @param {Element | null} part @param {boolean} isShown */
function show(part, isShown) {
  if (part instanceof HTMLElement) part.hidden = !isShown;
}
