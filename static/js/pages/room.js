/**
 * The room before the start. The server draws it; this file listens on the room's socket, has the fragments drawn
 * anew when something changed, sends what people press, and goes to the table the moment the game begins.
 */

import "./page.js";
import { CLOSE } from "../generated/facts.js";
import { call, makeNonce } from "../server/http.js";
import { openLine, socketAddress } from "../server/socket.js";
import { t } from "../texts/catalogue.js";
import { dialog, isSure } from "../ui/dialogs.js";
import { toast, toastError } from "../ui/toast.js";
import { afterAsking, NOT_NOW, onAnswer } from "./forms.js";
import { bindLobby } from "./lobby.js";
import { bindOptions } from "./options.js";
import { showHello, showSpeech } from "./speech.js";
import { bringToy } from "./toy.js";

const room = document.querySelector("[data-room]");
const code = room instanceof HTMLElement ? (room.dataset.room ?? "") : "";
const api = `/api/rooms/${code}`;
/** What the fragments on the page were drawn from. */
let drawn = "";
let isLeaving = false;
/** The line was opened by somebody the server knows; who becomes somebody by sitting down opens another one. */
let isKnown = false;
/** What was said while the page was open. @type {import("../state/table.js").Said[]} */
const said = [];

/** Let the fragments that show the room fetch themselves again. */
function redraw() {
  for (const part of document.querySelectorAll("#seats, #option-rows")) {
    part.dispatchEvent(new CustomEvent("room-changed"));
  }
}

/** The room's address shows something else from now on. Whoever asks for it again begins to wait again. */
function leavePage() {
  if (!isLeaving) location.replace(`/r/${code}`);
  isLeaving = true;
}

/** A room view came: to the table if the game began, else whatever changed is drawn. @param {any} view */
function onRoom(view) {
  if (isLeaving) return;
  isKnown = Boolean(view.you?.person);
  if (view.state !== "open") {
    toast(t("room.starting"));
    leavePage();
    return;
  }
  const mine = view.you?.seat === null ? null : view.seats[view.you?.seat];
  if (mine && !mine.sealed) call("POST", `${api}/nonce`, { nonce: makeNonce() }).catch(toastError);
  const state = JSON.stringify([view.version, view.seats, view.watchers]);
  if (state !== drawn) redraw();
  drawn = state;
}

/** @type {Record<string, (message: any) => void>} */
const hear = {
  room: (message) => onRoom(message.room),
  said(message) {
    said.push(message);
    showSpeech(message);
  },
  reacted: (message) => showHello(message.seat, message.name, message.reaction),
};

const line = openLine({
  url: socketAddress(code),
  code,
  deliver: (message) => hear[message.type]?.(message),
  changed: (status, closeCode) => {
    document.body.dataset.line = status;
    if (closeCode === CLOSE.KICKED || closeCode === CLOSE.GONE) leavePage();
    if (status === "stopped" && closeCode === CLOSE.REPLACED)
      toast(t("head.elsewhere"), { button: t("head.use_here"), press: () => line.useHere() });
  },
  doubted: () => undefined,
});

/** @param {string} method @param {string} path @param {unknown} [body] */
async function tell(method, path, body) {
  try {
    if ((await afterAsking(() => call(method, api + path, body))) === NOT_NOW) return;
    if (path === "/sit" && !isKnown) location.reload();
    else redraw();
  } catch (error) {
    toastError(error);
  }
}

onAnswer("said", (_answer, form) => form.reset());
onAnswer("renamed", () => {
  dialog("name-dialog")?.close();
  redraw();
});

document.addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target.closest("[data-react]") : null;
  if (!(pressed instanceof HTMLElement)) return;
  if (!line.say({ type: "react", reaction: pressed.dataset.react })) toast(t("room.reconnecting"));
});

/** What is opened by a press, and fetched only then. @type {Record<string, () => Promise<unknown>>} */
const opened = {
  phrases: async () => {
    const { offerPhrases } = await import("../ui/phrases.js");
    offerPhrases((phrase) => line.say({ type: "phrase", phrase }) || toast(t("room.reconnecting")));
  },
  company: async () => (await import("../ui/company.js")).showCompany(code, () => said),
  chats: async () => (await import("../ui/chats.js")).showChats(code),
  chatsAgain: async () => {
    const { tryChatsAgain } = await import("../ui/chats.js");
    const [text, isWrong] = await tryChatsAgain(code);
    toast(text, { isWrong });
  },
};

document.addEventListener("click", (event) => {
  const pressed = event.target instanceof Element ? event.target.closest("[data-opens]") : null;
  if (pressed instanceof HTMLElement) opened[pressed.dataset.opens ?? ""]?.().catch(toastError);
});

bindLobby(code, tell, isSure);
bindOptions(tell, redraw);
bringToy().catch(() => undefined);
document.addEventListener("htmx:after:swap", () => bringToy().catch(() => undefined));
