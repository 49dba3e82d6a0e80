/** The few things the table asks over plain HTTP: the past, the deal's proof, another game. */

import { makeNonce } from "../api.js";
import { errorText } from "../texts.js";
import { startOf } from "./history.js";

/** @typedef {import("../state.js").TableState} TableState */
/** @typedef {import("../state.js").LogEntry} LogEntry */
/** @typedef {import("./view.js").View} View */

/**
 * @param {string} path
 * @param {object} [body]  posts it
 * @returns {Promise<{ok: boolean, body: Record<string, unknown>}>}
 */
async function call(path, body) {
  const posted = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body ?? {}),
  };
  try {
    const answer = await fetch(path, body === undefined ? {} : posted);
    return { ok: answer.ok, body: answer.status === 204 ? {} : await answer.json() };
  } catch {
    return { ok: false, body: { code: "unavailable" } };
  }
}

/**
 * The game from its first moment on, as I may see it.
 * @param {string} game
 * @param {View} view  what I see now
 * @returns {Promise<{start: View, log: LogEntry[]} | null>}
 */
export async function fetchHistory(game, view) {
  const [record, log] = await Promise.all([call(`/api/games/${game}/record`), fetchLog(game)]);
  if (!record.ok || !log) return null;
  const start = startOf(
    view,
    /** @type {import("./history.js").Dealt} */ (/** @type {unknown} */ (record.body)),
  );
  return { start, log };
}

/**
 * The whole log, part by part.
 * @param {string} game
 * @returns {Promise<LogEntry[] | null>}
 */
async function fetchLog(game) {
  const log = /** @type {LogEntry[]} */ ([]);
  for (;;) {
    const part = await call(`/api/games/${game}?since=${log.at(-1)?.seq ?? 0}`);
    if (!part.ok || !part.body.events) return null;
    const events = /** @type {LogEntry[]} */ (part.body.events);
    log.push(...events);
    if (events.length === 0 || log.at(-1)?.seq === part.body.head) return log;
  }
}

/**
 * Checks the deal of a finished game here, where no server can talk us into anything.
 * @param {string} game
 * @returns {Promise<{state: "fair" | "unfair" | "unknown", seed: string | null}>}
 */
export async function checkDeal(game) {
  const { ok, body } = await call(`/api/games/${game}/record`);
  const seed = typeof body.seed === "string" ? body.seed : null;
  if (!ok || seed === null || !globalThis.crypto?.subtle) return { state: "unknown", seed };
  const { isDealFair } = await import("./deal.js");
  const isFair = await isDealFair(
    /** @type {import("./deal.js").DealtRecord} */ (/** @type {unknown} */ (body)),
  );
  return { state: isFair ? "fair" : "unfair", seed };
}

/** Gets up from the running game; says what went wrong. @param {TableState} state @returns {Promise<string | null>} */
export async function leaveGame(state) {
  const left = await call(`/api/rooms/${state.room?.code}/leave`, {});
  if (!left.ok) return errorText({ code: String(left.body.code) });
  location.assign("/");
  return null;
}

/** Back into the seat that was left. @param {TableState} state @returns {Promise<string | null>} */
export async function comeBack(state) {
  const sat = await call(`/api/rooms/${state.room?.code}/sit`, { nonce: makeNonce() });
  return sat.ok ? null : errorText({ code: String(sat.body.code) });
}

/**
 * Asks for another game in this room, or joins who asked, and goes to where it is set up; says what went wrong.
 * @param {TableState} state
 * @returns {Promise<string | null>}
 */
export async function askAgain(state) {
  const room = `/api/rooms/${state.room?.code}`;
  const asked = await call(`${room}/again`, {});
  if (!asked.ok) return errorText({ code: String(asked.body.code) });
  const sealed = await call(`${room}/nonce`, { nonce: makeNonce() });
  if (!sealed.ok) return errorText({ code: String(sealed.body.code) });
  location.assign(`/r/${state.room?.code}`);
  return null;
}
