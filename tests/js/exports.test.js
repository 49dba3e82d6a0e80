/** Nothing lies in our scripts that nobody uses: each export is wanted by another script, and by more than tests. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { resolved, sources, withoutComments } from "./sources.js";

const EXPORT = /^export (?:async )?(?:function|const|let|class) (\w+)/gm;
/** `{ a, b as c } from "x"`, `* as all from "x"`, `{ a } = await import("x")`, and `import("x").A` of types. */
const NAMED = /(\{[^{}]*\}|\* as \w+)\s*(?:from\s*|= await import\(\s*)["']([^"'\n]+)["']/g;
const CALLED = /\bimport\(\s*["']([^"'\n]+)["']\s*\)(?:\.(?!then\b|catch\b)(\w+))?/g;

/** @typedef {Map<string, string>} Texts  by path */

/**
 * What scripts take of others, as "path name"; "path *" where they take all of one.
 * @param {Texts} texts
 * @param {string} [base]  where their paths begin
 */
function taken(texts, base = "") {
  /** @type {Set<string>} */
  const found = new Set();
  /** Taken apart where they arrive, by whatever names stand there. @type {Set<string>} */
  const later = new Set();
  for (const [path, text] of texts) {
    const of = (/** @type {string} */ name) => resolved(path, name).replace(base, "");
    for (const [, names, from] of text.matchAll(NAMED)) {
      if (names.startsWith("*")) found.add(`${of(from)} *`);
      else
        for (const part of names.slice(1, -1).split(",")) found.add(`${of(from)} ${part.match(/\w+/)?.[0]}`);
    }
    for (const [, from, type] of text.matchAll(CALLED)) {
      if (type) found.add(`${of(from)} ${type}`);
      else later.add(of(from));
    }
  }
  for (const [path, text] of texts)
    for (const [name] of withoutComments(text).matchAll(/\b\w+\b/g))
      for (const from of later) if (from !== path) found.add(`${from} ${name}`);
  return found;
}

/** @param {Texts} texts */
function exported(texts) {
  return [...texts].flatMap(([path, text]) =>
    [...withoutComments(text).matchAll(EXPORT)].map(([, name]) => ({ path, name, text })),
  );
}

/** How often a name stands in a script, besides where it is exported. @param {string} text @param {string} name */
const ownUses = (text, name) =>
  [...withoutComments(text).matchAll(new RegExp(`\\b${name}\\b`, "g"))].length - 1;

/** @param {string} folder  @returns {Texts} */
const scriptsIn = (folder) =>
  new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(".js"))
      .map((name) => [`${folder}/${name}`, readFileSync(`${folder}/${name}`, "utf8")]),
  );

const scripts = sources();
const inside = taken(scripts);
const besides = new Set(
  ["scripts", "bench"].flatMap((folder) => [...taken(scriptsIn(folder), "static/js/")]),
);
const inTests = taken(scriptsIn("tests/js"), "static/js/");

test("every export is used by another script or a test", () => {
  const unused = exported(scripts).filter(({ path, name }) =>
    [inside, besides, inTests].every((found) => !found.has(`${path} ${name}`) && !found.has(`${path} *`)),
  );
  assert.deepEqual(
    unused.map(({ path, name }) => `${path}: ${name}`),
    [],
  );
});

test("nothing is there for tests alone", () => {
  const forTests = exported(scripts).filter(
    ({ path, name, text }) =>
      ![inside, besides].some((found) => found.has(`${path} ${name}`) || found.has(`${path} *`)) &&
      ownUses(text, name) === 0,
  );
  assert.deepEqual(
    forTests.map(({ path, name }) => `${path}: ${name}`),
    [],
  );
});

test("uses are seen in every form", () => {
  const text = `/** @typedef {import("./type.js").T} T */
import { a, b as c } from "./several.js";
import * as all from "./all.js";
const { d } = await import("../later.js");
`;
  const found = taken(new Map([["x/y.js", text]]));
  for (const use of ["x/type.js T", "x/several.js a", "x/several.js b", "x/all.js *", "later.js d"])
    assert.ok(found.has(use), use);
  assert.ok(!found.has("x/several.js c"));
});
