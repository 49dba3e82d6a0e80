/** Drawing: the page becomes what is described, and what stays the same stays the same element. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeElement } from "./fake-page.js";

const { h, patch } = await import("../../static/js/ui/dom.js");

const SVG = "http://www.w3.org/2000/svg";
const page = () => /** @type {any} */ (new FakeElement("main"));
/** @param {any} parent @param {...any} children */
const draw = (parent, ...children) => patch(parent, h("main", null, ...children).children);
/** An element and all in it, as it would be written. @param {any} node @returns {string} */
function written(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
  const attributes = [...node.attributes].map(([name, value]) => ` ${name}="${value}"`).join("");
  return `<${node.localName}${attributes}>${node.childNodes.map(written).join("")}</${node.localName}>`;
}
/** @param {any} parent */
const inside = (parent) => parent.childNodes.map(written).join("");

test("pieces become elements, words and numbers text, and nothing is drawn of nothing", () => {
  const main = page();
  draw(main, h("p", { class: "a", hidden: true, id: null }, "one ", [2, null, [false, "!"]]), undefined);
  assert.equal(inside(main), '<p class="a" hidden="">one 2!</p>');
});

test("a redraw changes what is another and leaves every element where it is", () => {
  const main = page();
  draw(main, h("p", { class: "a", title: "t" }, "one"), h("b", null, "two"), "three");
  const before = [...main.childNodes, main.childNodes[0].childNodes[0]];
  draw(main, h("p", { class: "b" }, "uno"), h("b", { hidden: true }, "two"), "tre");
  assert.equal(inside(main), '<p class="b">uno</p><b hidden="">two</b>tre');
  assert.deepEqual([...main.childNodes, main.childNodes[0].childNodes[0]], before);
  draw(main, h("p", null), h("b", { hidden: false }));
  assert.equal(inside(main), "<p></p><b></b>");
});

test("elements with keys keep theirs through a new order, and one that is gone comes back as another", () => {
  const main = page();
  const row = (/** @type {string} */ keys) => draw(main, ...[...keys].map((key) => h("i", { key }, key)));
  row("abc");
  const [a, b, c] = main.childNodes;
  row("cab");
  assert.deepEqual(main.childNodes, [c, a, b]);
  row("xbc");
  assert.equal(inside(main), "<i>x</i><i>b</i><i>c</i>");
  assert.deepEqual(main.childNodes.slice(1), [b, c]);
  assert.notEqual(main.childNodes[0], a);
  row("b");
  assert.deepEqual(main.childNodes, [b]);
});

test("a key is one element's of its name, and no element with a key is taken for one without", () => {
  const main = page();
  draw(main, h("i", { key: 1 }, "key"), h("b", { key: 1 }, "other"));
  const [keyed, other] = main.childNodes;
  draw(main, h("i", null, "none"), h("b", { key: 1 }), h("i", { key: 1 }));
  assert.equal(inside(main), "<i>none</i><b></b><i></i>");
  assert.notEqual(main.childNodes[0], keyed);
  assert.deepEqual(main.childNodes.slice(1), [other, keyed]);
});

test("an element that comes between others moves none of them", () => {
  const main = page();
  draw(main, h("p", null, "one"), h("b", null, "two"));
  const [p, b] = main.childNodes;
  draw(main, h("p", null, "one"), h("i", null, "new"), h("b", null, "two"));
  assert.equal(inside(main), "<p>one</p><i>new</i><b>two</b>");
  assert.deepEqual([main.childNodes[0], main.childNodes[2]], [p, b]);
});

test("of the handlers of all redraws the last one hears, once, and none when it is gone", () => {
  const main = page();
  /** @type {string[]} */
  const heard = [];
  const button = (/** @type {any} */ onclick) => draw(main, h("button", { onclick }));
  const press = () => main.childNodes[0].dispatchEvent(new Event("click"));
  button(() => heard.push("first"));
  press();
  button(() => heard.push("second"));
  press();
  assert.deepEqual(heard, ["first", "second"]);
  button(null);
  press();
  button(() => heard.push("again"));
  press();
  draw(main, h("button", null));
  press();
  assert.deepEqual(heard, ["first", "second", "again"]);
});

test("styles are set one by one, and taken back", () => {
  const main = page();
  draw(main, h("p", { style: { left: "1px", "--a": "2" } }));
  const { styles } = main.childNodes[0];
  assert.deepEqual(Object.fromEntries(styles), { left: "1px", "--a": "2" });
  styles.set("left", "by somebody else"); // what stays the same is not set again
  draw(main, h("p", { style: { left: "1px", top: "3px" } }));
  assert.deepEqual(Object.fromEntries(styles), { left: "by somebody else", top: "3px" });
  draw(main, h("p", null));
  assert.equal(styles.size, 0);
});

test("what a person has typed or switched stays until something else is described", () => {
  const main = page();
  const fields = (/** @type {any} */ value, /** @type {any} */ checked) =>
    draw(main, h("input", { value }), h("input", { checked }));
  fields("a", true);
  const [text, box] = main.childNodes;
  assert.deepEqual([text.value, box.checked, text.attributes.size], ["a", true, 0]);
  Object.assign(text, { value: "typed" });
  Object.assign(box, { checked: false });
  fields("a", true);
  assert.deepEqual([text.value, box.checked], ["typed", false]);
  let sets = 0;
  Object.defineProperty(text, "value", { get: () => "typed", set: () => sets++, configurable: true });
  fields("typed", false);
  assert.equal(sets, 0); // it is there: setting it would move the caret
  fields("b", true);
  assert.deepEqual([sets, box.checked], [1, true]);
  Object.defineProperty(text, "value", { value: "b", writable: true });
  draw(main, h("input", { value: null }), h("input", null));
  assert.deepEqual([text.value, box.checked], ["", ""]);
});

test("what somebody else draws into an element stays", () => {
  const main = page();
  draw(main, h("div", { held: true, class: "a" }));
  main.childNodes[0].insertBefore(new FakeElement("canvas"), null);
  draw(main, h("div", { held: true, class: "b" }));
  assert.equal(inside(main), '<div class="b"><canvas></canvas></div>');
});

test("the same description again touches nothing", () => {
  const main = page();
  const piece = h("p", { class: "a" }, "words");
  patch(main, [piece]);
  main.childNodes[0].setAttribute("class", "by somebody else");
  patch(main, [piece]);
  assert.equal(inside(main), '<p class="by somebody else">words</p>');
});

test("drawings are in their own name space, and what stands in them as HTML is not", () => {
  const main = page();
  draw(main, h("svg", null, h("g", null, h("foreignObject", null, h("p", null)))), h("g", null));
  const [svg, outside] = main.childNodes;
  const spaces = [];
  for (let node = svg; node; node = node.firstChild) spaces.push(node.namespaceURI);
  assert.deepEqual(spaces, [SVG, SVG, SVG, null]);
  assert.equal(outside.namespaceURI, null);
});
