/** The act that waits for its answer, a room's: it outlives a reload of the page. */

/** @typedef {import("../state/table.js").Act & {game: string | null}} PendingAct */

/** @type {PendingAct | null} */
let memory = null;

/**
 * @param {string} code
 * @param {PendingAct | null} act
 */
export function keepPendingAct(code, act) {
  memory = act;
  try {
    if (act) sessionStorage.setItem(`act:${code}`, JSON.stringify(act));
    else sessionStorage.removeItem(`act:${code}`);
  } catch {
    // Without storage the act lives as long as the page, in `memory`.
  }
}

/**
 * @param {string} code
 * @returns {PendingAct | null}
 */
export function pendingAct(code) {
  if (memory) return memory;
  try {
    memory = JSON.parse(sessionStorage.getItem(`act:${code}`) ?? "null");
  } catch {
    memory = null;
  }
  return memory;
}
