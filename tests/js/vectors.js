/** Reads the vectors that tests/js/vectors.py writes from the Python rules. */

import { readFileSync } from "node:fs";

/**
 * @param {"planets" | "awards" | "games" | "deals" | "records"} name
 * @returns {any}
 */
export function vectors(name) {
  return JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url), "utf8"));
}
