/** A game asked for over plain HTTP: its past from the first moment on, and whether its deal was fair. */

import { startOf } from "../rules/history.js";
import { call } from "./http.js";

/** @typedef {import("../state/table.js").LogEntry} LogEntry */
/** @typedef {import("../rules/view.js").View} View */

/**
 * The game from its first moment on, as I may see it; null if it cannot be had now.
 * @param {string} game
 * @param {View} view  what I see now
 * @returns {Promise<{start: View, log: LogEntry[]} | null>}
 */
export async function fetchHistory(game, view) {
  const record = call("GET", `/api/games/${game}/record`);
  const [dealt, log] = await Promise.all([record, fetchLog(game)]).catch(() => [null, null]);
  return dealt && log ? { start: startOf(view, dealt), log } : null;
}

/**
 * The whole log, part by part.
 * @param {string} game
 * @returns {Promise<LogEntry[] | null>}
 */
async function fetchLog(game) {
  const log = /** @type {LogEntry[]} */ ([]);
  for (;;) {
    const { events, head } = await call("GET", `/api/games/${game}?since=${log.at(-1)?.seq ?? 0}`);
    if (!events) return null;
    log.push(...events);
    if (events.length === 0 || log.at(-1)?.seq === head) return log;
  }
}

/**
 * Checks the deal of a finished game here, where no server can talk us into anything.
 * @param {string} game
 * @returns {Promise<{state: "fair" | "unfair" | "unknown", seed: string | null}>}
 */
export async function checkDeal(game) {
  const record = await call("GET", `/api/games/${game}/record`).catch(() => null);
  const seed = typeof record?.seed === "string" ? record.seed : null;
  if (seed === null || !globalThis.crypto?.subtle) return { state: "unknown", seed };
  const { isDealFair } = await import("../rules/deal.js");
  return { state: (await isDealFair(record)) ? "fair" : "unfair", seed };
}
