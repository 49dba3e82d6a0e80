/**
 * The service worker: keeps what the offline page needs, and files that never change. It touches no page, no API call
 * and no socket; without a line, a page that cannot be had becomes the offline page. It shows what somebody is told while
 * no page of ours is open.
 *
 * The server writes `self.SHELL` (addresses to keep from the start), `self.WORDS` (those that a language needs beside
 * them) and `self.VERSION` in front of this file. It is the same in every language: a worker that changed with the
 * reader's choice would be replaced between two pages.
 */

/**
 * @typedef {Event & { waitUntil: (work: Promise<unknown>) => void }} Lasting
 * @typedef {Lasting & { request: Request, respondWith: (answer: Promise<Response>) => void }} Asked
 * @typedef {{ url: string, visibilityState: string }} Seen
 * @typedef {{ title: string, body: string, lang: string, navigate: string, tag: string }} Notice
 * @typedef {Lasting & { data: { json: () => {notification: Notice, app_badge?: number} } | null }} Told
 * @typedef {Lasting & { oldSubscription?: PushSubscription, newSubscription?: PushSubscription }} Changed
 * @typedef {object} Scope
 * @property {string[]} SHELL
 * @property {Record<string, string[]>} WORDS
 * @property {string} VERSION
 * @property {string} ICON
 * @property {() => Promise<void>} skipWaiting
 * @property {ServiceWorkerRegistration} registration
 * @property {{
 *   claim: () => Promise<void>,
 *   matchAll: (which: {type: "window", includeUncontrolled: boolean}) => Promise<(Seen & {focus: () => Promise<unknown>})[]>,
 *   openWindow: (address: string) => Promise<unknown>
 * }} clients
 * @property {{
 *   (type: "install" | "activate", listen: (event: Lasting) => void): void,
 *   (type: "fetch", listen: (event: Asked) => void): void,
 *   (type: "push", listen: (event: Told) => void): void,
 *   (type: "notificationclick", listen: (event: Lasting & {notification: Notification}) => void): void,
 *   (type: "pushsubscriptionchange", listen: (event: Changed) => void): void
 * }} addEventListener
 */

const worker = /** @type {Scope} */ (/** @type {unknown} */ (self));
const { SHELL, WORDS, VERSION, ICON } = worker;
const NAME = `files-${VERSION}`;
const OFFLINE = "/offline";

worker.addEventListener("install", (event) => {
  event.waitUntil(
    Promise.all([caches.open(NAME).then((cache) => cache.addAll(SHELL)), keepOffline(OFFLINE)]),
  );
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
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (origin === location.origin && /^\/(static\/v-|vendor\/|texts\/)/.test(pathname))
    event.respondWith(file(request));
});

/** A page from the net; what is kept for later follows the language that it is in. @param {Asked} event */
async function page(event) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(follow(languageOf(answer)));
    return answer;
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** @param {Response | undefined} answer  a redirection has none */
const languageOf = (answer) => answer?.headers.get("Content-Language") ?? "";

/** @param {string} lang */
async function follow(lang) {
  if (lang && lang !== languageOf(await caches.match(OFFLINE))) await keepOffline(`${OFFLINE}?lang=${lang}`);
}

/** @param {string} address */
async function keepOffline(address) {
  const [cache, answer] = await Promise.all([caches.open(NAME), fetch(address)]);
  if (!answer.ok) return;
  await cache.addAll(WORDS[languageOf(answer)] ?? []);
  await cache.put(OFFLINE, answer);
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

worker.addEventListener("push", (event) => {
  const told = event.data?.json();
  if (told) event.waitUntil(tell(told));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** One notification for each table: the next takes the place of the last. @param {{notification: Notice, app_badge?: number}} told */
async function tell({ notification, app_badge: waiting }) {
  const { title, body, lang, navigate, tag } = notification;
  const badged = /** @type {{setAppBadge?: (count: number) => Promise<void>}} */ (navigator);
  if (waiting !== undefined) await badged.setAppBadge?.(waiting).catch(() => undefined);
  const more = { body, lang, tag, renotify: true, icon: ICON, data: navigate };
  await worker.registration.showNotification(title, more);
}

/** The table that is open somewhere is brought to the front, any other is opened. @param {string} address */
async function open(address) {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => url.split(/[?#]/)[0] === address);
  return there ? there.focus() : worker.clients.openWindow(address);
}

/** A browser may get another address: we are told it. @param {Changed} event */
async function renew({ oldSubscription: old, newSubscription: made }) {
  const options = { userVisibleOnly: true, applicationServerKey: old?.options.applicationServerKey ?? null };
  const now = made ?? (old && (await worker.registration.pushManager.subscribe(options)));
  if (!now) return;
  const headers = { "Content-Type": "application/json" };
  const { endpoint, keys } = now.toJSON();
  const body = JSON.stringify({ endpoint, keys });
  await fetch("/api/push/subscription", { method: "PUT", headers, body });
}
