/** What the next page needs, fetched while this one is read. */

import { idle } from "./waiting.js";

/** Once the page is there and has nothing better to do, unless data is to be saved. */
export async function fetchAhead() {
  const { ahead = "" } = document.documentElement.dataset;
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator);
  if (!ahead || connection?.saveData) return;
  if (document.readyState !== "complete")
    await new Promise((done) => addEventListener("load", done, { once: true }));
  await idle();
  // One after the other: on a slow line what is wanted first is there first.
  for (const address of ahead.split(" ")) await fetchOne(address);
}

/** @param {string} address @returns {Promise<unknown>} */
function fetchOne(address) {
  const link = document.createElement("link");
  link.rel = "prefetch";
  link.href = address;
  // Not every browser knows such links, nor says when one has come.
  if (!link.relList.supports("prefetch")) return Promise.resolve();
  return new Promise((done) => {
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}
