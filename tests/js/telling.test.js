/** Being told: asked for once, by a press, and off again; what a browser cannot do is not offered. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { tellMe } from "../../static/js/table/tell-me.js";
import { decline, isUndecided, telling } from "../../static/js/ui/telling.js";

/** @type {any} */
const world = globalThis;
/** @type {any[]} */
let asked = [];
let permission = "default";
let answer = "granted";
let failing = 0;

/** @param {boolean} isOffered @param {boolean} canPush @param {string} [agent] */
function browser(isOffered = true, canPush = true, agent = "Firefox") {
  const kept = new Map();
  const subscription = {
    endpoint: "https://push.example/1",
    toJSON: () => ({ endpoint: "https://push.example/1", keys: {} }),
    unsubscribe: async () => asked.push("unsubscribe"),
  };
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async (/** @type {any} */ options) => {
      asked.push(["subscribe", options.applicationServerKey]);
      if (failing-- > 0) throw new Error("another key");
      return subscription;
    },
  };
  const notification = {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      permission = answer;
      return answer;
    },
  };
  world.localStorage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  };
  world.document = { querySelector: () => (isOffered ? {} : null) };
  world.matchMedia = () => ({ matches: false });
  world.location = { assign: (/** @type {string} */ address) => asked.push(["go", address]) };
  world.window = {
    isSecureContext: true,
    ...(canPush ? { Notification: notification, PushManager: {} } : {}),
  };
  world.Notification = notification;
  const serviceWorker = { ready: Promise.resolve({ pushManager }) };
  Object.defineProperty(world, "navigator", {
    value: { userAgent: agent, ...(canPush ? { serviceWorker } : {}) },
    configurable: true,
  });
  world.fetch = async (/** @type {string} */ path, /** @type {any} */ request) => {
    asked.push([request.method, path]);
    if (path.endsWith("pass")) return Response.json({ url: "https://here/p/token" });
    return path.endsWith("key") ? Response.json({ key: "our-key" }) : new Response(null, { status: 204 });
  };
}

/** What is said when it is wished, or no longer. @param {boolean} isWanted */
async function said(isWanted) {
  /** @type {any[]} */
  const told = [];
  const actions = {
    get: () => ({ room: { code: "K7PQM2WT9" } }),
    toast: (/** @type {any[]} */ ...words) => told.push(words),
    redraw: () => told.push("drawn"),
  };
  await tellMe(/** @type {any} */ (actions), isWanted);
  return told;
}

beforeEach(() => {
  asked = [];
  [permission, answer, failing] = ["default", "granted", 0];
});

test("it is offered where server and browser can", () => {
  browser();
  assert.deepEqual([telling(), isUndecided()], ["off", true]);
  browser(false);
  assert.equal(telling(), null);
  browser(true, false);
  assert.equal(telling(), null);
  browser(true, false, "Mozilla/5.0 (iPhone; CPU)");
  assert.equal(telling(), "install");
});

test("a yes subscribes with our key, and a no unsubscribes", async () => {
  browser();
  assert.deepEqual(await said(true), [["head.tell_on", false], "drawn"]);
  assert.deepEqual(asked, [
    ["GET", "/api/push/key"],
    ["subscribe", "our-key"],
    ["PUT", "/api/push/subscription"],
  ]);
  assert.equal(telling(), "on");
  asked = [];
  assert.deepEqual(await said(false), [["head.tell_off", false], "drawn"]);
  assert.deepEqual(asked, [["DELETE", "/api/push/subscription"], "unsubscribe"]);
  assert.deepEqual([telling(), isUndecided()], ["off", false]);
});

test("a no where nothing was subscribed asks nobody", async () => {
  browser();
  const { pushManager } = await world.navigator.serviceWorker.ready;
  pushManager.getSubscription = async () => null;
  assert.deepEqual(await said(false), [["head.tell_off", false], "drawn"]);
  assert.deepEqual(asked, []);
});

test("a subscription to another server's key makes way", async () => {
  browser();
  failing = 1;
  await said(true);
  assert.deepEqual(asked.slice(1, 4), [["subscribe", "our-key"], "unsubscribe", ["subscribe", "our-key"]]);
  assert.equal(telling(), "on");
});

test("a browser that says no is not asked again, and what can be done is said", async () => {
  browser();
  answer = "denied";
  assert.deepEqual(await said(true), [["head.tell_blocked", true], "drawn"]);
  assert.deepEqual([telling(), isUndecided(), asked], ["blocked", false, []]);
  assert.deepEqual(await said(true), [["head.tell_blocked", true], "drawn"]);
});

test("where it needs an app first, a yes leads to the page that says how, with a pass made then and not before", async () => {
  browser(true, false, "iPad");
  assert.deepEqual([telling(), asked], ["install", []]);
  assert.deepEqual(await said(true), ["drawn"]);
  assert.deepEqual(asked, [
    ["POST", "/api/people/me/pass"],
    ["go", "/p/token/install?room=K7PQM2WT9"],
  ]);
});

test("an app is not asked to be one, and a large iPad that calls itself a desk is", () => {
  browser(true, false, "iPhone");
  Object.assign(world.navigator, { standalone: true });
  assert.equal(telling(), null);
  browser(true, false, "Macintosh");
  assert.equal(telling(), null);
  Object.assign(world.navigator, { standalone: false });
  assert.equal(telling(), "install");
});

test("not now is remembered", () => {
  browser();
  decline();
  assert.equal(isUndecided(), false);
});

test("what goes wrong is said", async () => {
  browser();
  world.fetch = async () => Response.json({ code: "not_found" }, { status: 404 });
  const [[text, isWrong]] = await said(true);
  assert.deepEqual([typeof text, isWrong, telling()], ["string", true, "off"]);
});
