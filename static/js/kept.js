/** The act that waits for its answer, a room's: it outlives a reload of the page. */

/** @typedef {import("./state.js").Act & {game: string | null}} KeptAct */

/** @type {KeptAct | null} */
let memory = null;

/**
 * @param {string} code
 * @param {KeptAct | null} act
 */
export function keep(code, act) {
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
 * @returns {KeptAct | null}
 */
export function kept(code) {
  if (memory) return memory;
  try {
    memory = JSON.parse(sessionStorage.getItem(`act:${code}`) ?? "null");
  } catch {
    memory = null;
  }
  return memory;
}
