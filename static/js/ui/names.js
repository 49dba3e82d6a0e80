/** Names within sentences: each a part of its own, so that it can be shortened. */

import { nameOf, shortName } from "../texts/words.js";
import { h } from "./dom.js";

/** @typedef {import("../state/table.js").TableState} TableState */

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
  const found = new RegExp(`(${names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|")})`);
  return text.split(found).map((part, i) => (i % 2 ? nameTag(part, "span") : part));
}
