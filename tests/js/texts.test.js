/** The browser looks texts up exactly as the server does: the same vectors, answered by both. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import test from "node:test";
import { makeTexts } from "../../static/js/texts.js";

const root = new URL("../..", import.meta.url).pathname;
const python = existsSync(`${root}/.venv/bin/python`) ? `${root}/.venv/bin/python` : "python3";

/** @type {[string, Record<string, string | number>][]} */
const VECTORS = [
  ["common.copy", {}],
  ["no.such.key", {}],
  ["room.again", { number: 7 }],
  ["common.list_and", { first: "Maya", last: "{last}" }],
  ["common.list_and", { first: "Maya" }],
  ...[0, 1, 2, 5, 11, 21, 1000, 1234567].map(
    (count) => /** @type {[string, Record<string, number>]} */ (["options.seats_count", { count }]),
  ),
];

const SCRIPT = `
import json, sys
from app.texts import texts_in, LANGUAGES
vectors = json.loads(sys.stdin.read())
print(json.dumps({lang: {"catalogue": json.loads(texts_in(lang).for_browser),
    "answers": [texts_in(lang).t(key, **args) for key, args in vectors]} for lang in LANGUAGES}))`;

test("texts read the same in the browser as on the server", () => {
  const answered = execFileSync(python, ["-c", SCRIPT], { cwd: root, input: JSON.stringify(VECTORS) });
  const languages = Object.entries(JSON.parse(answered.toString()));
  assert.ok(languages.length > 0);
  for (const [lang, { catalogue, answers }] of languages) {
    const { t } = makeTexts(catalogue);
    for (const [i, [key, args]] of VECTORS.entries())
      assert.equal(t(key, args), answers[i], `${lang} ${key}`);
  }
});
