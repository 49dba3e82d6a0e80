/** The table that has waited longest for me, asked for once after each entry of the log. */

import { badge } from "../ui/badge.js";

/** @typedef {{room: string, name: string}} Waiting */

let asked = "";
/** @type {Waiting | null} */
let found = null;

/**
 * What is known of it now; it is drawn again once there is an answer.
 * @param {import("../state/table.js").TableState} state
 * @param {() => void} redraw
 */
export function nextTable(state, redraw) {
  const moment = `${state.game} ${state.seq}`;
  if (moment !== asked) {
    asked = moment;
    found = null;
    void look(moment, state.room?.code, redraw);
  }
  return found;
}

/** @param {string} moment @param {string | undefined} here @param {() => void} redraw */
async function look(moment, here, redraw) {
  const answer = await fetch("/parts/waiting").catch(() => null);
  if (!answer?.ok || moment !== asked) return;
  const { count, tables } = /** @type {{count: number, tables: Waiting[]}} */ (await answer.json());
  badge(count);
  found = tables.find(({ room }) => room !== here) ?? null;
  if (found) redraw();
}
