/**
 * Every word a person reads in the browser: the catalogue of app/texts, looked up the same way as on the server.
 * A key with `count` among its arguments goes by its plural form; numbers are written the reader's way; a gap may ask
 * for a form of a noun (`{other.with}`), also of one that is counted by itself and of each in a list, or for a capital
 * (`{Other}`).
 */

/** A word of the catalogue that a sentence may need in another form than the plain one; so many of it. @typedef {{ noun: string, count?: number }} Noun */
/** @typedef {string | number | Noun} One */
/** @typedef {Record<string, One | One[]>} Arguments */
/** @typedef {{ lang: string, texts: Record<string, string> }} Catalogue */

/** Languages whose dates, numbers and plurals are those of one country. @type {Record<string, string>} */
const COUNTRIES = { en: "en-GB", pt: "pt-PT" };

/** Letters that are read from the right. */
const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Words from the right keep their own order among words from the left, and turn nothing round beside them. @param {string} words */
export const isolated = (words) =>
  FROM_THE_RIGHT.test(words) && !words.includes("\u2068") ? `\u2068${words}\u2069` : words;

/** A star makes words of a sentence strong; one in somebody's name must not, so another sign like it stands there. @param {string} words */
const withoutStars = (words) => words.replaceAll("*", "∗");

/** @param {Catalogue} catalogue */
export function makeTexts({ lang, texts }) {
  const locale = COUNTRIES[lang] ?? lang;
  const plural = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale, { useGrouping: "always", maximumFractionDigits: 3 });

  /** @param {One | One[]} value @param {string} [form] @returns {string} */
  function written(value, form) {
    if (typeof value === "string") return isolated(value);
    if (typeof value === "number") return numbers.format(value);
    if (Array.isArray(value)) return list(value, form);
    const { noun, ...number } = value;
    const formed = `${noun}_${form}`;
    return t(find(formed, number) ? formed : noun, number);
  }

  /** @param {string} key @param {Arguments} args @returns {string | undefined} */
  function find(key, args) {
    if (!("count" in args)) return texts[key];
    const form = plural.select(Number(args.count));
    return texts[`${key}_${form}`] || texts[`${key}_other`] || texts[key];
  }

  /** One after the other, as in a table. @param {string[]} items */
  const commas = (items) => items.map(isolated).join(texts["common.list_comma"]);

  /** As people list things: "Maya, Jonas and Tern". @param {One[]} items @param {string} [form] */
  function list(items, form) {
    const most = items.map((item) => written(item, form));
    const last = most.pop() ?? "";
    // Spanish has another "and" before `Ida`, under `list_and_i`: the longest beginning that is known.
    const beginnings = [3, 2, 1].map((length) => `common.list_and_${last.slice(0, length).toLowerCase()}`);
    const and = beginnings.find((key) => key in texts) ?? "common.list_and";
    return most.length > 0 ? t(and, { first: commas(most), last }) : last;
  }

  /** @param {string} text @param {Arguments} args */
  const fill = (text, args) => {
    const own = text.includes("*") ? withoutStars : (/** @type {string} */ words) => words;
    return text.replace(/\{(\w+)(?:\.(\w+))?\}/g, (gap, name, form) => {
      if (name in args) return own(written(args[name], form));
      const plain = name[0].toLowerCase() + name.slice(1);
      if (plain === name || !(plain in args)) return gap;
      const word = own(written(args[plain], form));
      return word.slice(0, 1).toUpperCase() + word.slice(1);
    });
  };

  /** @param {string} key @param {Arguments} [args] */
  const t = (key, args = {}) => fill(find(key, args) || key, args);

  return {
    lang,
    locale,
    commas,
    list,
    /** @param {string} key */
    has: (key) => key in texts,
    t,
  };
}

/** What an error of the server reads like, by its code. @param {{ code: string, message?: string, details?: any }} error */
export function errorText({ code, details }) {
  const reason = t(`misconduct.${details?.reason}`);
  return has(`errors.${code}`) ? t(`errors.${code}`, { reason }) : t("errors.unknown");
}

/** @param {string | undefined} address  none outside a page (tests) */
const read = async (address) =>
  makeTexts(address ? await (await fetch(address)).json() : { lang: "en", texts: {} });

/** The page names its catalogue; a reader may choose another one while it is open. */
let current = await read(globalThis.document?.documentElement.dataset.texts);

/** From now on the catalogue at `address` is read. @param {string} address */
export async function useCatalogue(address) {
  current = await read(address);
  document.documentElement.lang = current.lang;
}

/** Is there such a text? @param {string} key */
export const has = (key) => current.has(key);
/** The sentence `key` stands for, its gaps filled. @param {string} key @param {Arguments} [args] */
export const t = (key, args) => current.t(key, args);
/** "forest 2, ocean 1" @param {string[]} items */
export const commas = (items) => current.commas(items);
/** For dates: the reader's language, English as in Britain. */
export const locale = () => current.locale;
