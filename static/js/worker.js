/**
 * The service worker: keeps what the offline page needs, and files that never change. It touches no page, no API call
 * and no socket; without a line, a page that cannot be had becomes the offline page.
 *
 * The server writes `self.SHELL` (addresses to keep from the start) and `self.VERSION` in front of this file.
 */

/**
 * @typedef {Event & { waitUntil: (work: Promise<unknown>) => void }} Lasting
 * @typedef {Event & { request: Request, respondWith: (answer: Promise<Response>) => void }} Asked
 * @typedef {object} Scope
 * @property {string[]} SHELL
 * @property {string} VERSION
 * @property {() => Promise<void>} skipWaiting
 * @property {{ claim: () => Promise<void> }} clients
 * @property {{
 *   (type: "install" | "activate", listen: (event: Lasting) => void): void,
 *   (type: "fetch", listen: (event: Asked) => void): void
 * }} addEventListener
 */

const worker = /** @type {Scope} */ (/** @type {unknown} */ (self));
const { SHELL, VERSION } = worker;
const NAME = `files-${VERSION}`;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(SHELL)));
  worker.skipWaiting();
});

worker.addEventListener("activate", (event) => {
  const forgetOld = async () => {
    for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(forgetOld());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => offlinePage()));
  else if (origin === location.origin && /^\/(static\/v-|vendor\/|texts\/)/.test(pathname))
    event.respondWith(file(request));
});

async function offlinePage() {
  return (await caches.match("/offline")) ?? Response.error();
}

/** A file whose address holds its version: from the cache, or once from the net. @param {Request} request */
async function file(request) {
  const cache = await caches.open(NAME);
  const known = await cache.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && answer.type === "basic") cache.put(request, answer.clone());
  return answer;
}
