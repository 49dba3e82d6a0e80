/** A game asked for over plain HTTP: its past from the first moment on, and whether its deal was fair. */

import { startOf } from "../rules/history.js";
import { call, readText } from "./http.js";

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
 * @typedef {object} Proof
 * @property {"fair" | "unfair" | "unknown"} state  unknown: this browser cannot check it, or has no record
 * @property {string | null} seed
 * @property {number} moves    that were played again
 * @property {string[]} wrong  what the record says otherwise than the rules
 */

/**
 * Checks a finished game here, where no server can talk us into anything: seal, deal, moves, animals and points.
 * @param {string} game
 * @returns {Promise<Proof>}
 */
export async function checkGame(game) {
  const text = await readText(`/api/games/${game}/record`).catch(() => null);
  if (text === null || !globalThis.crypto?.subtle)
    return { state: "unknown", seed: null, moves: 0, wrong: [] };
  const { readRecord } = await import("../rules/record.js");
  const { record, wrong } = await readRecord(text);
  const seed = record?.seal?.seed ?? null;
  if (record && seed === null) return { state: "unknown", seed, moves: 0, wrong };
  return { state: record ? "fair" : "unfair", seed, moves: record?.steps.length ?? 0, wrong };
}
