/** A game asked for over plain HTTP: its past from the first moment on, and whether its deal was fair. */

import { startOf } from "../rules/history.js";
import { call, readText } from "./http.js";

/** @typedef {import("../state/table.js").LogEntry} LogEntry */

/** @typedef {import("../rules/history.js").Past} Past */

/**
 * The game from its first moment on, as I may see it; null if it cannot be had now.
 * @param {string} game
 * @returns {Promise<Past | null>}
 */
export async function fetchPast(game) {
  const asked = call("GET", `/api/games/${game}/record`);
  const [record, log] = await Promise.all([asked, fetchLog(game)]).catch(() => [null, null]);
  if (!record || !log) return null;
  const dealt = { ...record, players: record.players.length };
  return { players: record.players, log, startFor: (eye) => startOf(dealt, eye) };
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
 * @property {import("../rules/record.js").GameRecord | null} record
 * @property {string[]} wrong  what the record says otherwise than the rules
 */

/**
 * Checks a finished game here, where no server can talk us into anything: seal, deal, moves, animals and points.
 * @param {string} game
 * @returns {Promise<Proof>}
 */
export async function checkGame(game) {
  return checkRecord(await readText(`/api/games/${game}/record`).catch(() => null));
}

/** The same of a record's text. @param {string | null} text @returns {Promise<Proof>} */
export async function checkRecord(text) {
  if (text === null || !globalThis.crypto?.subtle)
    return { state: "unknown", seed: null, record: null, wrong: [] };
  const { readRecord } = await import("../rules/record.js");
  const { record, wrong } = await readRecord(text);
  const seed = record?.seal?.seed ?? null;
  const state = !record ? "unfair" : seed === null ? "unknown" : "fair";
  return { state, seed, record, wrong };
}
