/** Names within sentences: each a part of its own, so that it can be shortened. */

import { nameOf, shortName } from "../texts/words.js";
import { h } from "./dom.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("./dom.js").Piece} Piece */

/** Shorter names fit everywhere. */
const LONG = 9;

/**
 * A name in a part of its own: where there is no room for all of it, it is shortened and its title says the rest.
 * @param {string} name
 * @param {string} [tag]
 */
export const nameTag = (name, tag = "b") => h(tag, { class: "name", dir: "auto", title: name }, name);

/** A sentence whose *starred* parts are strong; most are names. @param {string} text */
export function rich(text) {
  return text.split("*").map((part, i) => (i % 2 ? nameTag(part) : part));
}

/**
 * A sentence in which the long names of those who play can be shortened.
 * @param {TableState} state
 * @param {string} text
 */
export function withNames(state, text) {
  const names = (state.room?.seats ?? [])
    .flatMap(({ seat }) => [nameOf(state, seat), shortName(state, seat)])
    .filter((name) => name.length >= LONG && text.includes(name))
    .sort((a, b) => b.length - a.length);
  if (names.length === 0) return text;
  const any = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|");
  const parts = text.split(new RegExp(`(\\p{P}*)(${any})(\\p{P}*)`, "u"));
  /** @type {(Piece | string)[]} */
  const told = [];
  for (const [i, part] of parts.entries()) {
    if (i % 4 === 0) told.push(part);
    if (i % 4 === 2) told.push(glued(parts[i - 1], nameTag(part, "span"), parts[i + 1]));
  }
  return told;
}

/** No line begins with the comma after a name. @param {string} before @param {Piece} name @param {string} after */
const glued = (before, name, after) =>
  before || after ? h("span", { class: "glued" }, before || null, name, after || null) : name;
