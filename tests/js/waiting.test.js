/** How many tables wait for me, and the way to the next one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { nextTable } from "../../static/js/table/next-table.js";
import { showWaiting } from "../../static/js/ui/badge.js";

/** @type {any} */
const world = globalThis;
/** @type {any[]} */
const badges = [];
Object.defineProperty(world, "navigator", {
  value: { setAppBadge: async (/** @type {number} */ count) => badges.push(count) },
  configurable: true,
});

test("the title says how many tables wait, and no more once none does", () => {
  world.document = { title: "Terrahedron", querySelector: () => null };
  world.HTMLLinkElement = class {};
  for (const [count, title] of /** @type {[number, string][]} */ ([
    [2, "(2) Terrahedron"],
    [1, "(1) Terrahedron"],
    [0, "Terrahedron"],
  ])) {
    showWaiting(count);
    assert.equal(world.document.title, title);
  }
  assert.deepEqual(badges, [2, 1, 0]);
});

/** A page with an icon, and a canvas to draw on. @param {boolean} canDraw */
function pageWithIcon(canDraw) {
  class Link {
    href = "/icon.png";
    /** @type {Record<string, string>} */
    dataset = {};
  }
  const link = new Link();
  const pen = { drawImage: () => undefined, arc: () => undefined, fill: () => undefined };
  world.HTMLLinkElement = Link;
  world.Image = class {
    width = 64;
    decode = async () => (canDraw ? undefined : Promise.reject(new Error("no picture")));
  };
  const canvas = { getContext: () => (canDraw ? pen : null), toDataURL: () => "data:dotted" };
  world.document = { title: "Home", querySelector: () => link, createElement: () => canvas };
  world.getComputedStyle = () => ({ getPropertyValue: () => "red" });
  return link;
}

const settled = () => new Promise((done) => setTimeout(done));

test("the icon of the tab bears a dot while a table waits", async () => {
  const link = pageWithIcon(true);
  showWaiting(0);
  assert.equal(link.href, "/icon.png");
  showWaiting(1);
  showWaiting(2);
  await settled();
  assert.equal(link.href, "data:dotted");
  showWaiting(0);
  assert.deepEqual([link.href, link.dataset], ["/icon.png", {}]);
});

test("an icon that cannot be drawn on, or is wanted plain meanwhile, stays", async () => {
  const hidden = pageWithIcon(false);
  showWaiting(1);
  await settled();
  assert.equal(hidden.href, "/icon.png");
  const link = pageWithIcon(true);
  showWaiting(1);
  showWaiting(0);
  await settled();
  assert.equal(link.href, "/icon.png");
});

test("a device without badges or that forbids them is no trouble", async () => {
  world.document = { title: "Home", querySelector: () => null };
  const { navigator } = world;
  for (const device of [{}, { setAppBadge: () => Promise.reject(new Error("no")) }]) {
    Object.defineProperty(world, "navigator", { value: device, configurable: true });
    showWaiting(3);
    await settled();
    assert.equal(world.document.title, "(3) Home");
  }
  Object.defineProperty(world, "navigator", { value: navigator, configurable: true });
});

test("the next table is asked for once a moment, and is never the one at hand", async () => {
  let asked = 0;
  let drawn = 0;
  const tables = [
    { room: "HERE", name: "Here" },
    { room: "NEXT", name: "Next" },
  ];
  world.fetch = async () => {
    asked++;
    return Response.json({ count: 2, tables });
  };
  const state = /** @type {any} */ ({ game: "g", seq: 3, room: { code: "HERE" } });
  const look = (/** @type {number} */ seq) => nextTable({ ...state, seq }, () => drawn++);
  assert.equal(look(3), null);
  assert.equal(look(3), null);
  await new Promise((done) => setTimeout(done));
  assert.deepEqual([look(3), asked, drawn], [tables[1], 1, 1]);
  assert.equal(look(4), null);
  world.fetch = async () => new Response(null, { status: 503 });
  assert.equal(look(5), null);
  await new Promise((done) => setTimeout(done));
  assert.deepEqual([look(5), drawn], [null, 1]);
});
