/** What the service worker does with a message that is pushed: the worker's own code, in a scope of ours. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const SOURCE = readFileSync(new URL("../../static/js/worker.js", import.meta.url), "utf8");
const TABLE = "https://planets.example/r/ABCD";

/** A worker that has started, and what it did. @param {{url: string, focus: () => void}[]} windows */
function started(windows = []) {
  /** @type {Record<string, (event: any) => void>} */
  const listeners = {};
  /** @type {any[]} */
  const done = [];
  const note =
    (/** @type {string} */ what, /** @type {unknown} */ answer = undefined) =>
    async (/** @type {any[]} */ ...given) => {
      done.push([what, ...given]);
      return answer;
    };
  const made = { toJSON: () => ({ endpoint: "https://push.example/2", keys: { p256dh: "p", auth: "a" } }) };
  const self = {
    SHELL: [],
    WORDS: {},
    VERSION: "1",
    ICON: "/icon.png",
    addEventListener: (/** @type {string} */ type, /** @type {(event: any) => void} */ listen) => {
      listeners[type] = listen;
    },
    registration: {
      showNotification: note("show"),
      pushManager: { subscribe: note("subscribe", made) },
    },
    clients: { matchAll: async () => windows, openWindow: note("open") },
  };
  const navigator = { setAppBadge: note("badge") };
  runInNewContext(SOURCE, { self, navigator, fetch: note("fetch"), caches: {}, location: {}, URL, Promise });
  const fire = async (/** @type {string} */ type, /** @type {object} */ event) => {
    /** @type {Promise<unknown>[]} */
    const lasting = [];
    listeners[type]({ ...event, waitUntil: (/** @type {Promise<unknown>} */ work) => lasting.push(work) });
    await Promise.all(lasting);
  };
  return { done, fire };
}

const told = {
  web_push: 8030,
  notification: { title: "Your move", body: "Bay, round 3", lang: "en", navigate: TABLE, tag: "x" },
  app_badge: 2,
};

test("a message is shown, one for each table, with the number of tables that wait", async () => {
  const { done, fire } = started();
  await fire("push", { data: { json: () => told } });
  const [badge, [shown, title, more]] = done;
  assert.deepEqual(badge, ["badge", 2]);
  assert.deepEqual([shown, title, more.tag, more.data], ["show", "Your move", "x", TABLE]);
  assert.deepEqual([more.body, more.icon, more.renotify], ["Bay, round 3", "/icon.png", true]);
});

test("a push without a message shows nothing", async () => {
  const { done, fire } = started();
  await fire("push", { data: null });
  assert.deepEqual(done, []);
});

test("a press opens the table, or brings it to the front where it is open", async () => {
  const notification = { close: () => undefined, data: TABLE };
  const closed = started([{ url: "https://planets.example/", focus: () => assert.fail() }]);
  await closed.fire("notificationclick", { notification });
  assert.deepEqual(closed.done, [["open", TABLE]]);
  let focused = 0;
  const opened = started([{ url: `${TABLE}?x#17`, focus: () => focused++ }]);
  await opened.fire("notificationclick", { notification });
  assert.deepEqual([opened.done, focused], [[], 1]);
});

test("a browser whose address changes tells us the new one", async () => {
  const { done, fire } = started();
  await fire("pushsubscriptionchange", { oldSubscription: { options: { applicationServerKey: "key" } } });
  const [[, options], [, path, request]] = done;
  assert.equal(options.applicationServerKey, "key");
  assert.deepEqual([path, request.method], ["/api/push/subscription", "PUT"]);
  assert.equal(JSON.parse(request.body).endpoint, "https://push.example/2");
  const lost = started();
  await lost.fire("pushsubscriptionchange", {});
  assert.deepEqual(lost.done, []);
});
