/** As much of a page's elements as drawing needs: nodes in their order, attributes, style, listeners. */

class FakeNode extends EventTarget {
  static TEXT_NODE = 3;
  nodeType = 1;
  /** @type {string | null} */
  nodeValue = null;
  /** @type {FakeElement | null} */
  parent = null;

  get nextSibling() {
    const { childNodes } = /** @type {FakeElement} */ (this.parent);
    return childNodes[childNodes.indexOf(this) + 1] ?? null;
  }

  remove() {
    const { childNodes } = /** @type {FakeElement} */ (this.parent);
    childNodes.splice(childNodes.indexOf(this), 1);
    this.parent = null;
  }
}

class FakeText extends FakeNode {
  nodeType = FakeNode.TEXT_NODE;
  /** @param {string} text */
  constructor(text) {
    super();
    this.nodeValue = text;
  }
}

export class FakeElement extends FakeNode {
  /** @type {FakeNode[]} */
  childNodes = [];
  /** @type {Map<string, string>} */
  attributes = new Map();
  /** @type {Map<string, string>} */
  styles = new Map();
  value = "";
  checked = false;
  style = {
    setProperty: (/** @type {string} */ name, /** @type {string} */ value) => this.styles.set(name, value),
    removeProperty: (/** @type {string} */ name) => this.styles.delete(name),
  };

  /** @param {string} localName @param {string | null} namespaceURI */
  constructor(localName, namespaceURI = null) {
    super();
    Object.assign(this, { localName, namespaceURI });
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  /** @param {FakeNode} node @param {FakeNode | null} before */
  insertBefore(node, before) {
    if (node.parent) node.remove();
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, node);
    node.parent = this;
  }

  setAttribute(/** @type {string} */ name, /** @type {string} */ value) {
    this.attributes.set(name, value);
  }

  removeAttribute(/** @type {string} */ name) {
    this.attributes.delete(name);
  }
}

Object.assign(globalThis, {
  Node: FakeNode,
  document: {
    createElement: (/** @type {string} */ name) => new FakeElement(name),
    createElementNS: (/** @type {string} */ space, /** @type {string} */ name) =>
      new FakeElement(name, space),
    createTextNode: (/** @type {string} */ text) => new FakeText(text),
  },
});
