/** Our own scripts as text, and what each imports: for the tests that walk all of them. */

import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

const ROOT = new URL("../../static/js/", import.meta.url);
/** `import … from "x"`, `export … from "x"` and `import "x"`, over several lines, too. */
const STATEMENT = /^(?:import|export)\b(?:[^"';()]*?\bfrom)?\s*["']([^"'\n]+)["']/gm;
/** `import("x")`: at run time in code, as a type in a comment. */
const CALL = /\bimport\(\s*["']([^"'\n]+)["']\s*\)/g;

/** Every script by its path under `static/js`. @returns {Map<string, string>} */
export function sources() {
  const names = readdirSync(ROOT, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  return new Map(
    names.map((name) => [name.replaceAll("\\", "/"), readFileSync(new URL(name, ROOT), "utf8")]),
  );
}

/** The text without its comments, each line where it was. @param {string} text */
export function withoutComments(text) {
  const spaces = (/** @type {string} */ comment) => comment.replace(/[^\n]/g, " ");
  return text.replace(/\/\*[\s\S]*?\*\//g, spaces).replace(/(?<=^|\s)\/\/[^\n]*/g, spaces);
}

/**
 * What a script imports, as it is written there: at once, when it is wanted, and types alone.
 * @param {string} text
 */
export function importsOf(text) {
  const code = withoutComments(text);
  const found = (/** @type {RegExp} */ pattern, /** @type {string} */ where) =>
    [...where.matchAll(pattern)].map(([, name]) => name);
  const [statements, calls] = [found(STATEMENT, code), found(CALL, code)];
  return { statements, calls, types: found(CALL, text).filter((name) => !calls.includes(name)) };
}

/** A relative import as a path under `static/js`; anything else as it is. @param {string} from @param {string} name */
export function resolved(from, name) {
  return name.startsWith(".") ? posix.join(posix.dirname(from), name) : name;
}
