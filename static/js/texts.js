/**
 * Every word a person reads in the browser: the catalogue of app/texts, looked up the same way as on the server.
 * A key with `count` among its arguments goes by its plural form; numbers are written the reader's way.
 */

/** @typedef {Record<string, string | number>} Arguments */
/** @typedef {{ lang: string, texts: Record<string, string> }} Catalogue */

/** @param {Catalogue} catalogue */
export function makeTexts({ lang, texts }) {
  const plural = new Intl.PluralRules(lang);
  const numbers = new Intl.NumberFormat(lang, { useGrouping: "always", maximumFractionDigits: 3 });

  /** @param {string | number} value */
  const written = (value) => (typeof value === "number" ? numbers.format(value) : value);

  /** @param {string} key @param {Arguments} args */
  function find(key, args) {
    if (!("count" in args)) return texts[key] ?? key;
    const form = plural.select(Number(args.count));
    return texts[`${key}_${form}`] || (texts[`${key}_other`] ?? key);
  }

  /** @param {string} text @param {Arguments} args */
  const fill = (text, args) =>
    text.replace(/\{(\w+)\}/g, (gap, name) => (name in args ? written(args[name]) : gap));

  return {
    lang,
    /** Is there such a text? @param {string} key */
    has: (key) => key in texts,
    /** The sentence `key` stands for, its gaps filled. @param {string} key @param {Arguments} [args] */
    t: (key, args = {}) => fill(find(key, args), args),
    /** The same as nodes: `*word*` is strong. @param {string} key @param {Arguments} [args] @returns {DocumentFragment} */
    rich(key, args = {}) {
      const fragment = document.createDocumentFragment();
      find(key, args)
        .split("*")
        .forEach((part, i) => {
          const node = i % 2 ? document.createElement("strong") : document.createDocumentFragment();
          node.append(fill(part, args));
          fragment.append(node);
        });
      return fragment;
    },
  };
}

/** What an error of the server reads like, by its code. @param {{ code: string, message?: string }} error */
export function errorText(error) {
  return has(`errors.${error.code}`) ? t(`errors.${error.code}`) : t("errors.unknown");
}

/** The page names its catalogue; outside a page (tests) there is none until `makeTexts` is called. */
async function ofThisPage() {
  const address = globalThis.document?.documentElement.dataset.texts;
  return address ? (await fetch(address)).json() : { lang: "en", texts: {} };
}

export const { lang, has, t, rich } = makeTexts(await ofThisPage());
