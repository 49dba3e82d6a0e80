/** A value somewhere in a document that a stranger wrote, and where: what does not fit is refused with a sentence. */

import { Decimal, lengthOf } from "./strict_json.js";

/** @typedef {import("./strict_json.js").Json} Json */

/** A document that cannot be read as what it says it is. */
export class Malformed extends Error {}

export class Cursor {
  /**
   * @param {Json} value
   * @param {string} path
   */
  constructor(value, path) {
    this.value = value;
    this.path = path;
  }

  /** @param {string} complaint @returns {never} */
  refuse(complaint) {
    throw new Malformed(`${this.path} ${complaint}.`);
  }

  /** @param {boolean} fine @param {string} complaint */
  require(fine, complaint) {
    if (!fine) this.refuse(complaint);
  }

  /**
   * The fields of an object: all of `required`, any of `optional`, and no others.
   * @param {string[]} required
   * @param {string[]} [optional]
   * @returns {Map<string, Cursor>}
   */
  fields(required, optional = []) {
    const { value } = this;
    if (!(value instanceof Map)) return this.refuse("is not an object");
    for (const name of required) this.require(value.has(name), `lacks the field '${name}'`);
    for (const name of value.keys()) {
      const isKnown = required.includes(name) || optional.includes(name);
      this.require(
        isKnown,
        `has a field ${JSON.stringify(Array.from(name).slice(0, 40).join(""))} that nobody knows`,
      );
    }
    return new Map(Array.from(value, ([name, item]) => [name, new Cursor(item, `${this.path}.${name}`)]));
  }

  /**
   * @param {{exactly?: number, atMost?: number}} [bounds]
   * @returns {Cursor[]}
   */
  items({ exactly, atMost } = {}) {
    const { value } = this;
    if (!Array.isArray(value)) return this.refuse("is not a list");
    const count = value.length;
    this.require(exactly === undefined || count === exactly, `has ${count} entries instead of ${exactly}`);
    this.require(atMost === undefined || count <= atMost, `has ${count} entries; ${atMost} is the most`);
    return value.map((item, index) => new Cursor(item, `${this.path}[${index}]`));
  }

  /**
   * A whole number; `true` and 1.0 are none.
   * @param {number} least
   * @param {number} most
   * @returns {number}
   */
  number(least, most) {
    const { value } = this;
    if (typeof value !== "number" && typeof value !== "bigint") return this.refuse("is not a whole number");
    this.require(value >= least && value <= most, `is not between ${least} and ${most}`);
    return Number(value);
  }

  /** @param {number} longest @returns {string} */
  text(longest) {
    const { value } = this;
    if (typeof value !== "string") return this.refuse("is not a text");
    const length = lengthOf(value);
    this.require(0 < length && length <= longest, `is not a text of 1 to ${longest} characters`);
    this.require(!/\p{Cc}/u.test(value), "holds control characters");
    return value;
  }

  /** One of some texts. @param {readonly string[]} texts @param {string} complaint @returns {string} */
  oneOf(texts, complaint) {
    if (typeof this.value !== "string" || !texts.includes(this.value)) return this.refuse(complaint);
    return this.value;
  }
}

/**
 * Whether two values of documents are the same: 1 is not 1.0, and the order of keys does not matter.
 * @param {Json} one
 * @param {Json} other
 * @returns {boolean}
 */
export function isSame(one, other) {
  if (one instanceof Map && other instanceof Map) {
    return (
      one.size === other.size &&
      Array.from(one).every(([key, item]) => other.has(key) && isSame(item, other.get(key)))
    );
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (one instanceof Decimal && other instanceof Decimal) return one.value === other.value;
  return one === other;
}
