/** The browser looks texts up exactly as the server does: the same vectors, answered by both. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import test from "node:test";
import { makeTexts } from "../../static/js/texts/catalogue.js";

const root = new URL("../..", import.meta.url).pathname;
const python = existsSync(`${root}/.venv/bin/python`) ? `${root}/.venv/bin/python` : "python3";

/** @typedef {[string, import("../../static/js/texts/catalogue.js").Arguments]} Vector */
/** @type {Vector[]} */
const VECTORS = [
  ["common.copy", {}],
  ["no.such.key", {}],
  ["room.again", { number: 7 }],
  ["common.list_and", { first: "Maya", last: "{last}" }],
  ["common.list_and", { first: "Maya" }],
  ["common.list_and", { first: "Maya", last: "Ida", count: 2 }],
  ...["declined.plain", "declined.formed", "declined.capital", "declined.nowhere"].map(
    (key) => /** @type {Vector} */ ([key, { other: { noun: "declined.desert" }, name: "ida" }]),
  ),
  ["invite.heading", { host: "عبدالرحمن 7" }],
  ...[0, 1, 2, 5, 11, 21, 1000, 1234567].map(
    (count) => /** @type {Vector} */ (["options.seats_count", { count }]),
  ),
  ["declined.counted", { count: 4 }],
];

/** A language that declines its nouns. */
const DECLINED = {
  "declined.desert": "pustynia",
  "declined.desert_with": "pustynią",
  "declined.plain": "{other} {name}",
  "declined.formed": "las z {other.with}, {name.with}",
  "declined.capital": "{Other.with} i {Name}, {Nobody}",
  "declined.counted": "2 z {count}",
  "declined.nowhere": "{other.without}",
};

const SCRIPT = `
import json, sys
from app.texts import Noun, texts_in, LANGUAGES
vectors = json.loads(sys.stdin.read(), object_hook=lambda it: Noun(it["noun"]) if "noun" in it else it)
for lang in LANGUAGES:
    texts_in(lang)._texts |= json.loads(sys.argv[1])
print(json.dumps({lang: {"catalogue": json.loads(texts_in(lang).for_browser),
    "answers": [texts_in(lang).t(key, **args) for key, args in vectors]} for lang in LANGUAGES}))`;

test("texts read the same in the browser as on the server", () => {
  const answered = execFileSync(python, ["-c", SCRIPT, JSON.stringify(DECLINED)], {
    cwd: root,
    input: JSON.stringify(VECTORS),
  });
  const languages = Object.entries(JSON.parse(answered.toString()));
  assert.ok(languages.length > 0);
  for (const [lang, { catalogue, answers }] of languages) {
    const { t } = makeTexts(catalogue);
    for (const [i, [key, args]] of VECTORS.entries())
      assert.equal(t(key, args), answers[i], `${lang} ${key}`);
  }
});

test("every text of every language reads the same, whatever stands in its gaps", () => {
  const said = execFileSync(python, ["-m", "tests.js.said"], { cwd: root, maxBuffer: 2 ** 26 });
  for (const [lang, texts, answers] of JSON.parse(said.toString())) {
    assert.ok(answers.length > 2000);
    const { t } = makeTexts({ lang, texts });
    for (const [key, args, answer] of answers)
      assert.equal(t(key, args), answer, `${lang} ${key} ${JSON.stringify(args)}`);
  }
});

test("a star in a name makes nothing of a sentence strong", () => {
  const { t } = makeTexts({ lang: "en", texts: { back: "*{name}* is back", plain: "{name} is back" } });
  assert.equal(t("back", { name: "*Ada* *" }), "*∗Ada∗ ∗* is back");
  assert.equal(t("plain", { name: "*Ada*" }), "*Ada* is back");
});
