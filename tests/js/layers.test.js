/**
 * Dependencies of our scripts point one way: generated <- rules <- state <- texts <- server <- ui <- net <- planet <-
 * globes <- table <- panels, guide <- pages. Read from every file's imports (at once, when wanted, and of types), so
 * that a wrong one fails here.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { importsOf, resolved, sources } from "./sources.js";

/** What each folder may import of the others; what is generated, everybody may. @type {Record<string, string[]>} */
const MAY_IMPORT = {
  generated: [],
  rules: [],
  state: ["rules"],
  texts: ["rules", "state"],
  server: ["rules", "state"],
  ui: ["rules", "state", "texts", "server"],
  net: ["rules", "texts", "ui"],
  planet: ["rules", "net"],
  globes: ["rules", "state", "texts", "planet"],
  table: ["rules", "state", "texts", "server", "ui", "net", "planet", "globes"],
  panels: ["rules", "state", "texts", "server", "ui", "net", "table"],
  guide: ["rules", "state", "texts", "ui", "table"],
  pages: ["rules", "state", "texts", "server", "ui", "net", "planet", "globes", "table", "panels", "guide"],
};
/** They run before, or without, any module, and import nothing but what the page names to them. */
const ALONE = ["early.js", "worker.js"];

const scripts = sources();
const folderOf = (/** @type {string} */ path) => path.split("/")[0];
const everyImport = [...scripts].flatMap(([path, text]) => {
  const { statements, calls, types } = importsOf(text);
  return [...statements, ...calls, ...types].map((name) => ({ path, name: resolved(path, name) }));
});

test("every script lies in a layer", () => {
  const outside = [...scripts.keys()].filter((path) => !(folderOf(path) in MAY_IMPORT));
  assert.deepEqual(outside.sort(), ALONE);
});

test("layers import only what lies below", () => {
  const wrong = everyImport.filter(({ path, name }) => {
    const [from, to] = [folderOf(path), folderOf(name)];
    return scripts.has(name) && from !== to && to !== "generated" && !MAY_IMPORT[from]?.includes(to);
  });
  assert.deepEqual(
    wrong.map(({ path, name }) => `${path} imports ${name}`),
    [],
  );
});

test("what is imported is there, and only the planet knows three", () => {
  const wrong = everyImport.filter(({ path, name }) => {
    const isThree = name === "three" || name.startsWith("three/");
    // The example in the head of `mount.js` is written for a page.
    return !(scripts.has(name) || name.startsWith("/static/js/") || (isThree && folderOf(path) === "planet"));
  });
  assert.deepEqual(
    wrong.map(({ path, name }) => `${path} imports ${name}`),
    [],
  );
});

test("no script imports itself by way of others", () => {
  /** @type {Map<string, string[]>} */
  const graph = new Map(
    [...scripts].map(([path, text]) => [
      path,
      importsOf(text).statements.map((name) => resolved(path, name)),
    ]),
  );
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const circles = [];
  const walk = (/** @type {string} */ path, /** @type {string[]} */ way) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(" -> "));
    if (done.has(path) || way.includes(path)) return;
    for (const next of graph.get(path) ?? []) walk(next, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) walk(path, []);
  assert.deepEqual(circles, []);
});

test("imports are seen in every form", () => {
  const text = `/** @typedef {import("./type.js").T} T */
import "./effect.js";
import {
  a,
  b,
} from "./several.js"; // import "./comment.js"
import * as all from "three";
export { c } from "./again.js";
const later = () => import("./later.js");
`;
  const { statements, calls, types } = importsOf(text);
  assert.deepEqual(statements, ["./effect.js", "./several.js", "three", "./again.js"]);
  assert.deepEqual(calls, ["./later.js"]);
  assert.deepEqual(types, ["./type.js"]);
  assert.equal(resolved("table/a.js", "../rules/b.js"), "rules/b.js");
});
