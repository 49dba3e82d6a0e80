/**
 * Descriptions of elements, and the one function that makes the page agree with them. What stays the same is left
 * alone, so focus, scrolling and running transitions survive a redraw.
 */

/** @typedef {string | number | boolean | null | undefined | ((event: never) => void) | Record<string, string>} Value */
/**
 * @typedef {object} Piece
 * @property {string} tag
 * @property {string | number | null} key
 * @property {Record<string, Value>} attributes
 * @property {(Piece | string)[]} children
 */
/** @typedef {Piece | string | number | null | undefined | false | Child[]} Child */

/**
 * @typedef {Element & {
 *   described?: Piece, listening?: Map<string, (event: Event) => void>,
 * }} Drawn
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Describes an element. Attributes: `on…` listens, `style` sets properties, `key` identifies among siblings,
 * `held` keeps the inside out of our hands (somebody else draws there).
 * @param {string} tag
 * @param {Record<string, Value> | null} [attributes]
 * @param {Child[]} children
 * @returns {Piece}
 */
export function h(tag, attributes, ...children) {
  const { key = null, ...rest } = attributes ?? {};
  return {
    tag,
    key: /** @type {string | number | null} */ (key),
    attributes: rest,
    children: flatten(children),
  };
}

/**
 * @param {Child[]} children
 * @returns {(Piece | string)[]}
 */
function flatten(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return flatten(child);
    if (child === null || child === undefined || child === false) return [];
    return [typeof child === "number" ? String(child) : child];
  });
}

/**
 * Makes the inside of `parent` what the pieces say.
 * @param {Drawn} parent
 * @param {(Piece | string)[]} pieces
 */
export function patch(parent, pieces) {
  if (areInPlace(parent, pieces)) return patchInPlace(parent, pieces);
  const free = new Set(parent.childNodes);
  const keyed = keyedChildren(parent);
  let place = parent.firstChild;
  for (const piece of pieces) {
    while (place && !free.has(place)) place = place.nextSibling;
    const node = reuse(piece, keyed, free) ?? make(piece, parent);
    free.delete(node);
    if (node === place) place = node.nextSibling;
    else parent.insertBefore(node, place);
    if (typeof piece === "string") setText(node, piece);
    else redraw(/** @type {Drawn} */ (node), piece);
  }
  for (const node of free) node.remove();
}

/** Whether the nodes that are there are those of the pieces, in their order: so it is at nearly every redraw. @param {Drawn} parent @param {(Piece | string)[]} pieces */
function areInPlace(parent, pieces) {
  let node = parent.firstChild;
  for (const piece of pieces) {
    if (!node || !isOf(node, piece)) return false;
    node = node.nextSibling;
  }
  return node === null;
}

/** @param {ChildNode} node @param {Piece | string} piece */
function isOf(node, piece) {
  if (typeof piece === "string") return node.nodeType === Node.TEXT_NODE;
  const { described } = /** @type {Drawn} */ (/** @type {unknown} */ (node));
  return described !== undefined && described.tag === piece.tag && described.key === piece.key;
}

/** @param {Drawn} parent @param {(Piece | string)[]} pieces */
function patchInPlace(parent, pieces) {
  let node = /** @type {ChildNode} */ (parent.firstChild);
  for (const piece of pieces) {
    const next = /** @type {ChildNode} */ (node.nextSibling);
    if (typeof piece === "string") setText(node, piece);
    else redraw(/** @type {Drawn} */ (node), piece);
    node = next;
  }
}

/** @param {Drawn} parent */
function keyedChildren(parent) {
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  for (const node of parent.childNodes) {
    const piece = /** @type {Drawn} */ (/** @type {unknown} */ (node)).described;
    if (piece && piece.key !== null) keyed.set(`${piece.tag} ${piece.key}`, node);
  }
  return keyed;
}

/**
 * @param {Piece | string} piece
 * @param {Map<string, ChildNode>} keyed
 * @param {Set<ChildNode>} free
 * @returns {ChildNode | null}
 */
function reuse(piece, keyed, free) {
  if (typeof piece !== "string" && piece.key !== null) {
    const node = keyed.get(`${piece.tag} ${piece.key}`);
    return node && free.has(node) ? node : null;
  }
  for (const node of free) if (isOf(node, piece)) return node;
  return null;
}

/**
 * @param {Piece | string} piece
 * @param {Element} parent
 * @returns {ChildNode}
 */
function make(piece, parent) {
  if (typeof piece === "string") return document.createTextNode(piece);
  const isSvg = piece.tag === "svg" || (parent.namespaceURI === SVG && parent.localName !== "foreignObject");
  const node = isSvg ? document.createElementNS(SVG, piece.tag) : document.createElement(piece.tag);
  /** @type {Drawn} */ (node).described = { tag: piece.tag, key: piece.key, attributes: {}, children: [] };
  return node;
}

/**
 * @param {ChildNode} node
 * @param {string} text
 */
function setText(node, text) {
  if (node.nodeValue !== text) node.nodeValue = text;
}

/**
 * @param {Drawn} node
 * @param {Piece} piece
 */
function redraw(node, piece) {
  if (node.described === piece) return;
  const before = node.described?.attributes ?? {};
  for (const name in before) if (!(name in piece.attributes)) setAttribute(node, name, null, before[name]);
  for (const name in piece.attributes) setAttribute(node, name, piece.attributes[name], before[name]);
  node.described = piece;
  if (!piece.attributes.held) patch(node, piece.children);
}

/**
 * @param {Drawn} node
 * @param {string} name
 * @param {Value} value
 * @param {Value} before
 */
function setAttribute(node, name, value, before) {
  if (name === "held") return;
  if (name.startsWith("on")) return listen(node, name.slice(2), value);
  if (value === before) return;
  if (name === "style") return setStyle(node, value, before);
  if (name === "value" || name === "checked" || name === "open") return setLive(node, name, value);
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : String(value));
}

/**
 * @param {Drawn} node
 * @param {string} type
 * @param {Value} handler
 */
function listen(node, type, handler) {
  node.listening ??= new Map();
  if (typeof handler !== "function") {
    node.listening.delete(type);
    return node.removeEventListener(type, hear);
  }
  if (!node.listening.has(type)) node.addEventListener(type, hear, { passive: false });
  node.listening.set(type, /** @type {(event: Event) => void} */ (handler));
}

/** The handler of the last redraw: it is new each time, the listener stays. @param {Event} event */
function hear(event) {
  /** @type {Drawn} */ (event.currentTarget).listening?.get(event.type)?.(event);
}

/**
 * @param {Element} node
 * @param {Value} value
 * @param {Value} before
 */
function setStyle(node, value, before) {
  const style = /** @type {HTMLElement | SVGElement} */ (node).style;
  const now = /** @type {Record<string, string>} */ (value ?? {});
  const old = /** @type {Record<string, string>} */ (before ?? {});
  for (const name in old) if (!(name in now)) style.removeProperty(name);
  for (const name in now) if (now[name] !== old[name]) style.setProperty(name, now[name]);
}

/**
 * What a person changes too: a new description is compared with what they have made of it.
 * @param {Element} node
 * @param {"value" | "checked" | "open"} name
 * @param {Value} value
 */
function setLive(node, name, value) {
  const live = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (node));
  if (live[name] !== (value ?? "")) live[name] = value ?? "";
}
