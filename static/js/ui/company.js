/**
 * Everybody in the room whom I may not know, and what I can do about each: not hear them, report them, and as the host let
 * nobody hear them, send them away, or close the room to newcomers.
 */

import { MISCONDUCT, REPORT_DAYS } from "../generated/facts.js";
import { call } from "../server/http.js";
import { errorText, t } from "../texts/catalogue.js";
import { isSure } from "./dialogs.js";
import { h, patch } from "./dom.js";
import { nameTag } from "./names.js";
import { openDialog } from "./opened.js";
import { icon, mark } from "./signs.js";

/** @typedef {import("../state/table.js").Room} Room */
/** @typedef {import("../state/table.js").Said} Said */
/** @typedef {{seat: number} | {line: number}} Whom */
/** @typedef {{key: string, whom: Whom, seat: number | null, name: string, isHushed: boolean}} Other */
/** @typedef {{id: string, name: string}} Mute */
/** @typedef {{room: Room, mutes: Mute[], others: Other[], reported: string | null, told: string}} Company */

/** Hear whoever said this no more, at whatever table; who watches without being anybody has it only on their page. @param {Room | null} room @param {{id: number}} said */
export async function mute(room, { id }) {
  if (room?.you?.person) await call("POST", `/api/rooms/${room.code}/mutes`, { line: id });
}

/** @param {Room | null} room @param {string} name */
export async function unmute(room, name) {
  /** @type {Mute[]} */
  const mutes = room?.you?.person ? await call("GET", "/api/people/me/mutes") : [];
  for (const one of mutes) if (one.name === name) await call("DELETE", `/api/people/me/mutes/${one.id}`);
}

/** Everybody else: who sits here, and of those who watch whoever has said something. @param {Room} room @param {Said[]} lines */
function othersOf(room, lines) {
  const me = room.you;
  /** @type {Map<string, Other>} */
  const found = new Map();
  for (const { seat, name, bot, hushed } of room.seats) {
    if (name && !bot && seat !== me?.seat)
      found.set(`seat ${seat}`, {
        key: `seat ${seat}`,
        whom: { seat },
        seat,
        name,
        isHushed: Boolean(hushed),
      });
  }
  for (const { id, seat, name } of lines) {
    const key = `watcher ${name}`;
    if (seat === null && name !== me?.name)
      found.set(key, { key, whom: { line: id }, seat, name, isHushed: false });
  }
  return [...found.values()];
}

/** @param {string} code @param {() => Said[]} lines  what is known to have been said */
export async function showCompany(code, lines) {
  const api = `/api/rooms/${code}`;
  const { body } = openDialog("company", t("company.title"));
  /** @type {Company} */
  let now = { ...(await read()), reported: null, told: "" };

  async function read() {
    const room = await call("GET", api);
    const mutes = room.you?.person ? await call("GET", "/api/people/me/mutes") : [];
    return { room, mutes, others: othersOf(room, lines()) };
  }

  /** Do it, and show what is so now. @param {() => Promise<unknown>} act @param {string} [told] */
  async function change(act, told = "") {
    try {
      await act();
      now = { ...(await read()), reported: null, told };
    } catch (error) {
      now = { ...now, told: errorText(/** @type {any} */ (error)) };
    }
    draw();
  }

  const acts = {
    /** @param {Other} one */
    mute: (one) =>
      change(() => call("POST", `${api}/mutes`, one.whom), t("company.muted_now", { name: one.name })),
    /** @param {Mute} one */
    unmute: (one) => change(() => call("DELETE", `/api/people/me/mutes/${one.id}`)),
    /** @param {Other} one */
    ask: (one) => {
      now = { ...now, reported: one.key, told: "" };
      draw();
    },
    /** @param {Other} one @param {string} reason */
    report: (one, reason) =>
      change(() => call("POST", `${api}/reports`, { ...one.whom, reason }), t("company.report_taken")),
    /** @param {Other} one @param {boolean} hushed */
    hush: (one, hushed) => change(() => call("POST", `${api}/hush`, { ...one.whom, hushed })),
    /** @param {Other} one */
    async kick({ seat, name }) {
      if (await isSure(t("room.kick_sure", { name }), t("room.kick_says"), t("room.kick_yes")))
        await change(() => call("POST", `${api}/kick`, { seat }));
    },
    /** @param {boolean} shut */
    shut: (shut) => change(() => call("POST", `${api}/shut`, { shut })),
  };
  const draw = () => patch(body, pieces(now, acts));
  draw();
}

/** @typedef {Record<string, (...about: any[]) => unknown>} Acts */

/** @param {Company} now @param {Acts} acts */
function pieces(now, acts) {
  return [
    h("p", { key: "told", class: "company-told", role: "status" }, now.told),
    now.room.options.public && !now.room.options.free && now.room.you?.name
      ? h("p", { key: "given" }, t("company.given", { name: now.room.you.name }))
      : "",
    now.others.length === 0 ? h("p", { key: "alone" }, t("company.alone")) : "",
    h(
      "ul",
      { key: "others", class: "company-list" },
      now.others.map((one) => person(now, one, acts)),
    ),
    ...door(now.room, acts),
    ...muted(now.mutes, acts),
  ].filter((piece) => piece !== "");
}

/** @param {Company} now @param {Other} one @param {Acts} acts */
function person({ room, reported }, one, acts) {
  return h(
    "li",
    { key: one.key },
    h(
      "p",
      { class: "company-who" },
      one.seat === null ? icon("eye") : mark(one.seat),
      nameTag(one.name),
      one.seat === null ? h("span", { class: "chip" }, t("company.watches")) : null,
      one.isHushed ? h("span", { class: "chip" }, t("company.hushed")) : null,
    ),
    reported === one.key ? why(one, acts) : whatToDo(room, one, acts),
  );
}

/** @param {Room} room @param {Other} one @param {Acts} acts */
function whatToDo(room, one, acts) {
  const { name } = one;
  const isMuter = Boolean(room.you?.person);
  return h(
    "div",
    { class: "company-acts" },
    isMuter ? item("mute", "mute", t("talk.mute", { name }), () => acts.mute?.(one)) : null,
    isMuter ? item("report", "warning", t("company.report", { name }), () => acts.ask?.(one)) : null,
    room.you?.host
      ? item("hush", one.isHushed ? "sound" : "lock", hushText(one), () => acts.hush?.(one, !one.isHushed))
      : null,
    room.you?.host && one.seat !== null
      ? item("kick", "kick", t("room.kick", { name }), () => acts.kick?.(one))
      : null,
  );
}

/** @param {Other} one */
const hushText = ({ isHushed, name }) => t(isHushed ? "company.unhush" : "company.hush", { name });

/** What a report is about. @param {Other} one @param {Acts} acts */
function why(one, acts) {
  return h(
    "div",
    { class: "company-acts", role: "group", "aria-label": t("company.report", { name: one.name }) },
    h("p", null, h("strong", null, t("company.report_why"))),
    MISCONDUCT.map((reason) =>
      item(reason, "warning", t(`misconduct.${reason}`), () => acts.report?.(one, reason)),
    ),
    h("p", { class: "quiet" }, t("company.report_says", { days: REPORT_DAYS, name: one.name })),
  );
}

/** For the host: who may come in. @param {Room} room @param {Acts} acts */
function door({ you, shut }, acts) {
  if (!you?.host) return [];
  return [
    item("door", shut ? "unlock" : "lock", t(shut ? "company.open" : "company.shut"), () =>
      acts.shut?.(!shut),
    ),
    h("p", { key: "door-says", class: "quiet" }, t("company.shut_says")),
  ];
}

/** @param {Mute[]} mutes @param {Acts} acts */
function muted(mutes, acts) {
  if (mutes.length === 0) return [];
  return [
    h("h3", { key: "muted" }, t("company.muted")),
    h(
      "div",
      { key: "mutes", class: "company-acts" },
      mutes.map((one) =>
        item(one.id, "sound", t("talk.unmute", { name: one.name }), () => acts.unmute?.(one)),
      ),
    ),
  ];
}

/** @param {string} key @param {string} sign @param {string} text @param {() => unknown} press */
function item(key, sign, text, press) {
  return h(
    "button",
    { key, type: "button", class: "menu-item", "data-act": key, onclick: () => void press() },
    icon(sign),
    h("span", null, text),
  );
}
