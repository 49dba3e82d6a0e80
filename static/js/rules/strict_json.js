/**
 * JSON read as strictly as app/rules/strict_json.py reads it: one meaning for every text, or none. `JSON.parse` keeps
 * the last of two equal keys, forgets whether somebody wrote 1 or 1.0, and rounds long numbers without a word.
 *
 * Objects become Maps (a plain object would put keys that look like numbers first), decimals stay apart from whole
 * numbers, and whole numbers that a double cannot hold become BigInts.
 */

const LONGEST_DOCUMENT = 1_000_000;
const DEEPEST = 16;
const MOST_DIGITS = 18;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids just these
const PLAIN = /[^"\\\x00-\x1f]*/y;
const ESCAPES = new Map(
  Object.entries({ '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }),
);
const WORDS = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);
const NOT_FINITE = /-?Infinity|NaN/y;

/** @typedef {null | boolean | number | bigint | string | Decimal | JsonList | JsonObject} Json */
/** @typedef {Json[]} JsonList */
/** @typedef {Map<string, any>} JsonObject */

/** A number that was written with a point or an exponent: 1.0 is not 1. */
export class Decimal {
  /** @param {number} value */
  constructor(value) {
    this.value = value;
  }
}

/** A text that is no document. The message is a sentence for people. */
export class MalformedJson extends Error {}

/**
 * @param {string} text
 * @returns {Json}
 */
export function parseJson(text) {
  if (lengthOf(text) > LONGEST_DOCUMENT) {
    throw new MalformedJson(`The document is longer than ${LONGEST_DOCUMENT} characters.`);
  }
  return new Parser(text).document();
}

/** How many characters a text has; a text of UTF-16 counts some of them twice. @param {string} text */
export function lengthOf(text) {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) if (isHigh(text.charCodeAt(i))) pairs++;
  return text.length - pairs;
}

const isHigh = (/** @type {number} */ code) => code >= 0xd800 && code < 0xdc00;

class Parser {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.depth = 0;
  }

  document() {
    const value = this.value();
    this.skip(SPACE);
    if (this.at < this.text.length) this.fail();
    return value;
  }

  /** @returns {Json} */
  value() {
    this.skip(SPACE);
    const letter = this.text[this.at];
    if (letter === "{") return this.deeper(() => this.object());
    if (letter === "[") return this.deeper(() => this.list());
    if (letter === '"') return this.string();
    for (const [word, value] of WORDS) if (this.has(word)) return value;
    if (this.skip(NOT_FINITE)) throw new MalformedJson("A number is not finite.");
    return this.number();
  }

  /**
   * @template T
   * @param {() => T} read
   */
  deeper(read) {
    if (++this.depth > DEEPEST) throw new MalformedJson("The document is nested too deeply.");
    this.at++;
    const value = read();
    this.depth--;
    return value;
  }

  object() {
    const members = new Map();
    this.entries("}", () => {
      this.skip(SPACE);
      if (this.text[this.at] !== '"') this.fail();
      const key = this.string();
      this.skip(SPACE);
      if (!this.has(":")) this.fail();
      const value = this.value();
      if (members.has(key)) throw new MalformedJson("A key stands twice in the same object.");
      members.set(key, value);
    });
    return members;
  }

  list() {
    /** @type {Json[]} */
    const items = [];
    this.entries("]", () => items.push(this.value()));
    return items;
  }

  /**
   * What stands between commas, up to the bracket that ends it.
   * @param {string} end
   * @param {() => void} read
   */
  entries(end, read) {
    this.skip(SPACE);
    if (this.has(end)) return;
    for (;;) {
      read();
      this.skip(SPACE);
      if (this.has(end)) return;
      if (!this.has(",")) this.fail();
    }
  }

  string() {
    let read = "";
    this.at++;
    for (;;) {
      read += this.skip(PLAIN);
      const letter = this.text[this.at++];
      if (letter === '"') return checked(read);
      if (letter !== "\\") this.fail();
      read += this.escape();
    }
  }

  escape() {
    const letter = this.text[this.at++] ?? "";
    if (letter !== "u") return ESCAPES.get(letter) ?? this.fail();
    const digits = this.text.slice(this.at, this.at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail();
    this.at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  number() {
    NUMBER.lastIndex = this.at;
    const [text, point, exponent] = NUMBER.exec(this.text) ?? this.fail();
    this.at += text.length;
    if (point === undefined && exponent === undefined) return wholeNumber(text);
    if (!Number.isFinite(Number(text))) throw new MalformedJson("A number is not finite.");
    return new Decimal(Number(text));
  }

  /** @param {string} word */
  has(word) {
    const found = this.text.startsWith(word, this.at);
    if (found) this.at += word.length;
    return found;
  }

  /** Goes past what fits, and returns it. @param {RegExp} pattern */
  skip(pattern) {
    pattern.lastIndex = this.at;
    const [text] = pattern.exec(this.text) ?? [""];
    this.at += text.length;
    return text;
  }

  /** @returns {never} */
  fail() {
    const before = this.text.slice(0, this.at).split("\n");
    throw new MalformedJson(
      `The document is not JSON: something is wrong in line ${before.length}, after ${lengthOf(before.at(-1) ?? "")} characters.`,
    );
  }
}

/** @param {string} text */
function wholeNumber(text) {
  if (text.replace("-", "").length > MOST_DIGITS) {
    throw new MalformedJson(`A number has more than ${MOST_DIGITS} digits.`);
  }
  const number = Number(text);
  return Number.isSafeInteger(number) ? number + 0 : BigInt(text);
}

/** A text without NULs and without halves of characters. @param {string} text */
function checked(text) {
  if (text.includes("\0")) throw new MalformedJson("A text holds a NUL.");
  if (!text.isWellFormed()) throw new MalformedJson("A text holds half a character.");
  return text;
}

/**
 * A value as it is quoted in a sentence, the same as in Python.
 * @param {Json} value
 * @returns {string}
 */
export function written(value) {
  if (value instanceof Map) {
    return `{${Array.from(value, ([key, item]) => `${JSON.stringify(key)}: ${written(item)}`).join(", ")}}`;
  }
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (value instanceof Decimal) return decimalText(value.value);
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

/** As Python writes a float: the shortest digits that say it, with a point or an exponent. @param {number} value */
function decimalText(value) {
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const [digits, power] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    return `${digits}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  const decimals = Math.max(digits.replace(/[-.]/g, "").length - 1 - exponent, 1);
  return value.toFixed(decimals);
}
