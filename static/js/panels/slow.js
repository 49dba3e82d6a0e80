/** What is said where a move may take days: how long there is, in words. */

import { t } from "../texts/catalogue.js";

/** Days as long as there are two of them, then hours, then minutes; the longest first. */
const UNITS = /** @type {const} */ ([
  ["days", 86_400_000],
  ["hours", 3_600_000],
  ["minutes", 60_000],
]);

/** "2 days left". @param {number} left  in ms */
export function slowLine(left) {
  const [unit, length] = UNITS.find(([, each]) => left >= 1.5 * each) ?? UNITS[2];
  return t(`table.${unit}_left`, { count: Math.max(Math.round(left / length), 1) });
}
