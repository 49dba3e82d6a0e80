/** A catalogue of a few texts for a test; all others read as their keys. */

import { useCatalogue } from "../../static/js/texts/catalogue.js";

/** @param {Record<string, string>} texts */
export async function readTexts(texts) {
  const { document, fetch } = globalThis;
  const page = /** @type {any} */ ({ documentElement: {} });
  globalThis.document = page;
  globalThis.fetch = /** @type {any} */ (async () => ({ json: async () => ({ lang: "en", texts }) }));
  await useCatalogue("/texts/few.json");
  Object.assign(globalThis, { document, fetch });
}
