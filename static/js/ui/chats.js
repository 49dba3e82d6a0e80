/**
 * The chats that are told of a room. Its host sets them, tries them out and takes them away; everybody who sits there
 * says how they are called in each.
 */

import { call } from "../server/http.js";
import { errorText, locale, t } from "../texts/catalogue.js";
import { isSure } from "./dialogs.js";
import { h, patch } from "./dom.js";
import { nameTag } from "./names.js";
import { openDialog } from "./opened.js";
import { copy } from "./share.js";
import { icon, mark } from "./signs.js";

/** @typedef {import("../state/table.js").Room} Room */
/** @typedef {"discord" | "slack" | "ntfy" | "json"} Kind */
/** @typedef {{id: string, kind: Kind, service: string | null, off: boolean, why: string | null, told_at: string | null, mentions: Record<string, string>}} Chat */
/** @typedef {{room: Room, chats: Chat[], kind: Kind, told: string, about: string, isWrong: boolean, secret: {id: string, secret: string} | null}} Now */
/** @typedef {Record<string, (...about: any[]) => unknown>} Acts */

/** @type {Kind[]} */
const KINDS = ["discord", "slack", "ntfy", "json"];
/** By its address one sees whose a chat is. @type {[RegExp, Kind][]} */
const KNOWN = [
  [/^https:\/\/([\w-]+\.)?discord(app)?\.com\//, "discord"],
  [/^https:\/\/hooks\.slack\.com\//, "slack"],
  [/^https:\/\/([\w-]+\.)?ntfy\./, "ntfy"],
];

/** What a refusal means here. @param {any} error */
const wrongText = (error) =>
  error?.code === "bad_webhook" ? t(`chats.bad_${error.details?.why ?? "address"}`) : errorText(error);

/** What a trial came to. @param {{taken: boolean, why: string | null}} result */
const resultText = ({ taken, why }) => t(taken ? "chats.arrived" : `chats.why_${why}`);

/** All that were switched off are tried once more. What came of it, and whether that is bad. @param {string} code @returns {Promise<[string, boolean]>} */
export async function tryChatsAgain(code) {
  const api = `/api/rooms/${code}/webhooks`;
  /** @type {Chat[]} */
  const chats = await call("GET", api);
  const results = [];
  for (const { id } of chats.filter(({ off }) => off))
    results.push(await call("POST", `${api}/${id}/trial`, {}));
  const bad = results.find(({ taken }) => !taken);
  return [resultText(bad ?? { taken: true, why: null }), Boolean(bad)];
}

/** @param {string} code */
export async function showChats(code) {
  const { body } = openDialog("chats", t("chats.title"));
  const api = `/api/rooms/${code}/webhooks`;
  /** @type {Now} */
  let now = { ...(await read()), kind: "discord", told: "", about: "", isWrong: false, secret: null };

  async function read() {
    const [room, chats] = await Promise.all([call("GET", `/api/rooms/${code}`), call("GET", api)]);
    return { room, chats };
  }

  /** @param {Partial<Now>} change */
  function show(change) {
    now = { ...now, ...change };
    patch(body, pieces(now, acts));
  }

  /** Do it, and say what came of it beside what it is `about`. @param {string} about @param {() => Promise<Partial<Now>>} act */
  async function change(about, act) {
    show({ about, told: t("chats.sending"), isWrong: false });
    try {
      const done = await act();
      show({ ...(await read()), told: "", ...done });
    } catch (error) {
      show({ told: wrongText(error), isWrong: true });
    }
  }

  /** @type {Acts} */
  const acts = {
    choose: (kind) => show({ kind, told: "", about: "" }),
    /** @param {string} address */
    guess: (address) => {
      const known = KNOWN.find(([pattern]) => pattern.test(address.trim()));
      if (known) show({ kind: known[1], told: "", about: "" });
    },
    /** @param {HTMLInputElement} field */
    add: (field) =>
      change("new", async () => {
        const { webhook, secret } = await call("POST", api, { kind: now.kind, address: field.value.trim() });
        field.value = "";
        return { about: webhook.id, told: t("chats.added"), secret: secret && { id: webhook.id, secret } };
      }),
    /** @param {Chat} chat */
    attempt: (chat) =>
      change(chat.id, async () => {
        const result = await call("POST", `${api}/${chat.id}/trial`, {});
        return { told: resultText(result), isWrong: !result.taken };
      }),
    /** @param {Chat} chat */
    async remove(chat) {
      if (await isSure(t("chats.remove_sure"), t("chats.remove_says"), t("chats.remove")))
        await change(chat.id, async () => {
          await call("DELETE", `${api}/${chat.id}`);
          return {};
        });
    },
    /** @param {Chat} chat @param {number} seat @param {string} said */
    mention: (chat, seat, said) =>
      change(chat.id, async () => {
        const plain = said.trim().replace(/^<?@!?|>$/g, "");
        await call("PUT", `${api}/${chat.id}/mentions`, { seat, mention: plain || null });
        return { told: t("chats.saved") };
      }),
  };
  show({});
}

/** @param {Now} now @param {Acts} acts */
function pieces(now, acts) {
  const isHost = Boolean(now.room.you?.host);
  return [
    h("p", { key: "says" }, t(isHost ? "chats.says" : "chats.says_seated")),
    h(
      "ul",
      { key: "chats", class: "chats-list" },
      now.chats.map((chat) => chatItem(now, chat, isHost, acts)),
    ),
    ...(isHost ? [newChat(now, acts)] : []),
  ];
}

/** What was just done about it. @param {Now} now @param {string} about */
const toldLine = ({ told, about: shown, isWrong }, about) =>
  h(
    "p",
    { key: "told", class: isWrong ? "chats-told field-error" : "chats-told", role: "status" },
    shown === about ? told : "",
  );

/** @param {Now} now @param {Chat} chat @param {boolean} isHost @param {Acts} acts */
function chatItem(now, chat, isHost, acts) {
  return h(
    "li",
    { key: chat.id, class: "chats-one", "data-chat": chat.kind },
    h(
      "p",
      { class: "chats-name" },
      h("strong", null, t(`chats.kind_${chat.kind}`)),
      chat.service ? h("span", { class: "chip" }, chat.service) : null,
      chat.off ? h("span", { class: "chip" }, t("chats.off")) : null,
    ),
    isHost ? h("p", { key: "state", class: "quiet" }, stateText(chat)) : null,
    now.secret?.id === chat.id ? secretField(now.secret.secret) : null,
    isHost ? chatActs(chat, acts) : null,
    toldLine(now, chat.id),
    mentions(now, chat, acts),
  );
}

/** @param {Chat} chat */
function stateText({ why, told_at }) {
  if (why) return t(`chats.why_${why}`);
  if (!told_at) return t("chats.nothing_yet");
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" });
  return t("chats.told_at", { time: format.format(new Date(told_at)) });
}

/** @param {Chat} chat @param {Acts} acts */
const chatActs = (chat, acts) =>
  h(
    "div",
    { class: "actions" },
    button("bell", t(chat.off ? "chats.again" : "chats.trial"), "trial", () => acts.attempt?.(chat)),
    button("close", t("chats.remove"), "remove", () => acts.remove?.(chat)),
  );

/** @param {string} sign @param {string} text @param {string} act @param {() => unknown} press */
const button = (sign, text, act, press) =>
  h(
    "button",
    { type: "button", class: "button small", "data-act": act, onclick: () => void press() },
    icon(sign),
    text,
  );

/** It is shown this once. @param {string} secret */
const secretField = (secret) =>
  h(
    "div",
    { class: "field", key: "secret" },
    h("label", { for: "chat-secret" }, t("chats.secret")),
    h("input", { class: "input", id: "chat-secret", readonly: true, value: secret }),
    button("copy", t("common.copy"), "copy", () => copy(secret)),
  );

/** How the chat calls people: whom the reader may say it for. @param {Now} now @param {Chat} chat @param {Acts} acts */
function mentions({ room }, chat, acts) {
  const mine = room.you?.seat ?? null;
  const seats = room.seats.filter(({ name, bot, seat }) => name && !bot && (room.you?.host || seat === mine));
  if (chat.kind === "ntfy" || seats.length === 0) return null;
  return h(
    "details",
    { key: "mentions", class: "chats-mentions", open: !room.you?.host },
    h("summary", { class: "button plain small" }, t("chats.mentions")),
    h("p", { class: "quiet" }, t(`chats.mention_${chat.kind}`)),
    seats.map(({ seat, name }) => {
      const id = `mention-${chat.id}-${seat}`;
      return h(
        "div",
        { key: seat, class: "chats-mention" },
        h("label", { for: id }, mark(seat), nameTag(name ?? "")),
        h("input", {
          class: "input",
          id,
          value: chat.mentions[seat] ?? "",
          maxlength: 72,
          autocomplete: "off",
          spellcheck: "false",
          onchange: (/** @type {Event} */ { target }) =>
            acts.mention?.(chat, seat, /** @type {HTMLInputElement} */ (target).value),
        }),
      );
    }),
  );
}

/** @param {Now} now @param {Acts} acts */
function newChat(now, acts) {
  const { kind, isWrong, about } = now;
  const send = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    acts.add?.(form.elements.namedItem("chat-address"));
  };
  return h(
    "form",
    { key: "new", class: "chats-new", onsubmit: send },
    h(
      "div",
      { class: "tabs", role: "group", "aria-label": t("chats.kind") },
      KINDS.map((one) =>
        h(
          "button",
          {
            key: one,
            type: "button",
            class: "tab",
            "aria-pressed": String(one === kind),
            onclick: () => acts.choose?.(one),
          },
          t(`chats.kind_${one}`),
        ),
      ),
    ),
    h("p", { class: "quiet", id: "chat-where" }, t(`chats.where_${kind}`)),
    h(
      "div",
      { class: "field" },
      h("label", { for: "chat-address" }, t("chats.address")),
      h("input", {
        class: "input",
        id: "chat-address",
        name: "chat-address",
        type: "url",
        required: true,
        maxlength: 1000,
        autocomplete: "off",
        "aria-describedby": "chat-where chat-once",
        "aria-invalid": isWrong && about === "new" ? "true" : null,
        oninput: (/** @type {Event} */ { target }) =>
          acts.guess?.(/** @type {HTMLInputElement} */ (target).value),
      }),
      toldLine(now, "new"),
    ),
    h("p", { class: "quiet", id: "chat-once" }, t("chats.once")),
    h(
      "div",
      { class: "actions" },
      h("button", { class: "button accent", type: "submit" }, icon("plus"), t("chats.add")),
    ),
  );
}
