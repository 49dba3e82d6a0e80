/** Records brought to the page: dropped or pasted; nothing else that is dropped or pasted is taken from anybody. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { keepRecord, keptRecord, MOST_BYTES, takeRecords } from "../../static/js/pages/replay/files.js";

/** @type {any} */
const world = globalThis;
/** @type {(string | null)[]} */
let taken = [];
let isOver = false;

world.Element = class {
  closest() {
    return this;
  }
};

beforeEach(() => {
  taken = [];
  isOver = false;
  world.document = new EventTarget();
  world.document.body = {
    classList: { toggle: (/** @type {string} */ _, /** @type {boolean} */ on) => (isOver = on) },
  };
  takeRecords((text) => taken.push(text));
});

/** Whether the page took it for itself. @param {string} kind @param {object} details */
function happens(kind, details) {
  const event = Object.assign(new Event(kind, { cancelable: true }), details);
  world.document.dispatchEvent(event);
  return event.defaultPrevented;
}

const file = (/** @type {string} */ text, size = text.length) => ({ size, text: async () => text });

test("a file over the page is awaited, and taken where it falls", async () => {
  assert.equal(happens("dragover", { dataTransfer: { types: ["Files"] } }), true);
  assert.equal(isOver, true);
  assert.equal(happens("drop", { dataTransfer: { files: [file("{}")] } }), true);
  await new Promise(setImmediate);
  assert.equal(isOver, false);
  assert.deepEqual(taken, ["{}"]);
});

test("a file that is too large is told as such", async () => {
  happens("drop", { dataTransfer: { files: [file("{}", MOST_BYTES + 1)] } });
  await new Promise(setImmediate);
  assert.deepEqual(taken, [null]);
});

test("words that are dragged are left alone", () => {
  assert.equal(happens("dragover", { dataTransfer: { types: ["text/plain"] } }), false);
  assert.equal(isOver, false);
  assert.equal(happens("drop", { dataTransfer: { files: [] } }), false);
  happens("dragover", { dataTransfer: { types: ["Files"] } });
  happens("dragleave", { relatedTarget: world.document.body });
  assert.equal(isOver, true);
  happens("dragleave", { relatedTarget: null });
  assert.equal(isOver, false);
});

test("a record is taken where it is pasted, but not out of a field", () => {
  const pasted = (/** @type {string} */ text) => ({ clipboardData: { getData: () => text } });
  assert.equal(happens("paste", pasted(' {"v": 1}')), true);
  assert.equal(happens("paste", pasted("a letter to somebody")), false);
  const inField = new Event("paste", { cancelable: true });
  Object.defineProperty(inField, "target", { get: () => new world.Element() });
  world.document.dispatchEvent(Object.assign(inField, pasted('{"v": 2}')));
  assert.deepEqual(taken, [' {"v": 1}']);
});

test("a record waits while the page changes, if it fits", () => {
  const kept = new Map();
  world.sessionStorage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem(/** @type {string} */ key, /** @type {string} */ text) {
      if (text.length > 10) throw new Error("full");
      kept.set(key, text);
    },
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  };
  keepRecord("{}");
  assert.equal(keptRecord(), "{}");
  keepRecord("x".repeat(11));
  assert.equal(keptRecord(), null);
});
