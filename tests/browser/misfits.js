/**
 * What does not fit on the page as it is on the screen now: text that is cut, that runs out of its box, the window or
 * over something else, words of ours that are broken, and controls that something covers. One line each; nothing when
 * all is well.
 *
 * Whole words may be shortened by an ellipsis, if enough of them is left to tell them apart and a `title` says them all.
 * What lies in a part that scrolls may be out of sight.
 */
(names) => {
  const LEAST_SHOWN = 24;
  const BOXES = "button, .button, .chip, td, th, .card, .toast, .banner, .dialog, .speech, .menu-list, .row, .world, li";
  const SIGNS = ".sign, .animal, .badge, .tile-art, .world-planet, input, select, canvas.qr";
  const CONTROLS = "button, a[href], summary, input, select";
  const OVER_ALL = ".table[data-sheet='up'] > .sheet"; // what is below it is out of use meanwhile
  const SIDEWAYS = ".track, .reactions";
  const BREAKABLE = ".name, [dir], code, pre, input, bdi, .room-name, .card-name, .talk-text"; // what people chose
  const UNSEEN = ".unseen, noscript, script, style, template";
  const found = new Set();

  /** Nothing changes while we look, so each element is asked once. */
  const once = (ask) => {
    const answers = new Map();
    return (element) => {
      if (!answers.has(element)) answers.set(element, ask(element));
      return answers.get(element);
    };
  };
  const isClipped = once(
    (element) =>
      getComputedStyle(element).clipPath.startsWith("inset(50%") ||
      (element.parentElement !== null && isClipped(element.parentElement)),
  );
  const isWritten = (element) => !isClipped(element) && !element.closest(UNSEEN);
  const isShown = once(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && isWritten(element),
  );
  const name = (element) => {
    const words = element.textContent.replace(/\s+/g, " ").trim().slice(0, 32);
    const classes = [...element.classList].join(".");
    return `${element.localName}${classes && `.${classes}`} "${words}"`;
  };
  const complain = (what, ...elements) => found.add(`${what}: ${elements.map(name).join(" and ")}`);
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isEmpty = ({ left, top, right, bottom }) => right - left < 1 || bottom - top < 1;

  /** What cuts an element's content, from the inside out: only what contains its box can cut it. */
  const cutters = once((element) => {
    const all = [];
    let position = getComputedStyle(element).position;
    for (let up = element.parentElement; up && position !== "fixed"; up = up.parentElement) {
      const style = getComputedStyle(up);
      const isPassedOver = position === "absolute" && style.position === "static" && style.transform === "none";
      if (isPassedOver) continue;
      all.push(up);
      position = style.position;
    }
    return all;
  });
  const isCut = (value) => value === "hidden" || value === "clip";
  const WINDOW = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const isPageFixed = isCut(getComputedStyle(document.body).overflowY);

  /** Within which bounds an element shows what it holds; none where it cuts nothing. */
  const clipOf = once((element) => {
    const { overflowX, overflowY } = getComputedStyle(element);
    if (overflowX === "visible" && overflowY === "visible") return null;
    const box = element.getBoundingClientRect();
    return {
      left: overflowX === "visible" ? Number.NEGATIVE_INFINITY : box.left,
      right: overflowX === "visible" ? Number.POSITIVE_INFINITY : box.right,
      top: overflowY === "visible" ? Number.NEGATIVE_INFINITY : box.top,
      bottom: overflowY === "visible" ? Number.POSITIVE_INFINITY : box.bottom,
    };
  });

  /** What of a rectangle can be seen; complains on the way if it is cut where nobody can scroll to it. */
  function visible(rect, holder, isText) {
    let seen = rect;
    for (const up of isText ? [holder, ...cutters(holder)] : cutters(holder)) {
      const clip = clipOf(up);
      if (!clip) continue;
      const before = seen;
      seen = meet(seen, clip);
      if (isText && !isEmpty(before)) judge(before, seen, getComputedStyle(up), up, holder);
      if (up.localName === "body") break;
    }
    return seen;
  }

  function judge(before, seen, style, up, holder) {
    const [lostX, lostY] = [
      before.right - before.left - Math.max(0, seen.right - seen.left),
      before.bottom - before.top - Math.max(0, seen.bottom - seen.top),
    ];
    const isNamed = holder.closest("[title]") !== null;
    if (lostX > 1.5 && !isCut(style.overflowX) && !up.matches(SIDEWAYS)) complain("only seen by scrolling sideways", holder);
    if (lostX > 1.5 && isCut(style.overflowX)) {
      if (style.textOverflow !== "ellipsis") complain("cut", holder);
      else if (!isNamed) complain("shortened without its whole words in a title", holder);
      else if (holder.textContent.trim().length < 9) complain("a short word shortened", holder);
      else if (seen.right - seen.left < LEAST_SHOWN) complain("shortened to almost nothing", holder);
    }
    const isClamped = style.webkitLineClamp !== "none" && style.webkitLineClamp !== "";
    if (lostY > (before.bottom - before.top) * 0.3 && isCut(style.overflowY) && up !== document.body) {
      if (!isClamped) complain("cut in height", holder);
      else if (!isNamed) complain("shortened without its whole words in a title", holder);
    }
  }

  /** Our own words break where they have a hyphen, or where the browser sets one; names break where they must. */
  function complainOfBroken(node, holder) {
    if (holder.closest(BREAKABLE) || getComputedStyle(holder).hyphens === "auto") return;
    const range = document.createRange();
    for (const { 0: word, index } of node.nodeValue.matchAll(/[\p{L}\p{M}\p{N}’']{2,}/gu)) {
      if (names.some((name) => name.includes(word))) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const [first, last] = [range.getClientRects()[0], [...range.getClientRects()].at(-1)];
      if (first && last.top > first.top + first.height / 2) complain(`"${word}" broken`, holder);
    }
  }

  const things = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const holder = node.parentElement;
    if (!node.nodeValue.trim() || !isShown(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    if (range.getClientRects().length > 1) complainOfBroken(node, holder);
    const box = holder.closest(BOXES);
    for (const rect of range.getClientRects()) {
      if (isEmpty(rect)) continue;
      const seen = visible(rect, holder, true);
      if (isEmpty(seen)) continue;
      const isBeside = seen.left < -1 || seen.right > innerWidth + 1;
      if (isBeside || (isPageFixed && seen.bottom > innerHeight + 2)) complain("out of the window", holder);
      if (box && isShown(box)) {
        const edge = box.getBoundingClientRect();
        const slack = (rect.bottom - rect.top) * 0.3;
        const isOut = seen.left < edge.left - 1.5 || seen.right > edge.right + 1.5;
        if (isOut || seen.top < edge.top - slack || seen.bottom > edge.bottom + slack)
          complain("out of its box", holder);
      }
      things.push({ element: holder, node, rect: seen, height: rect.bottom - rect.top, isText: node.nodeValue.trim().length > 2 });
    }
  }
  for (const element of document.querySelectorAll(SIGNS)) {
    if (!isShown(element) || element.parentElement.closest(SIGNS)) continue;
    const whole = element.getBoundingClientRect();
    const rect = visible(whole, element, false);
    if (!isEmpty(rect)) things.push({ element, node: element, rect, height: whole.height, isText: false });
  }

  // What a press passes through can be read all the same.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, *::before, *::after { pointer-events: auto !important; }");
  const untouched = document.adoptedStyleSheets;
  const under = (x, y) => document.elementsFromPoint(x, y);
  document.adoptedStyleSheets = [...untouched, sheet];
  const isOpaque = (element) => {
    const parts = getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? [];
    const isSeeThrough = getComputedStyle(element).backgroundColor.includes("/") || parts.length > 3;
    return isSeeThrough ? Number(parts.at(-1)) > 0.7 : parts.length === 3;
  };
  /** Whether both can be seen at a point: nothing opaque lies between them. */
  function areBothSeen(a, b, x, y) {
    const stack = under(x, y);
    const [i, j] = [a, b].map(({ element }) => stack.findIndex((one) => one === element || element.contains(one)));
    if (i < 0 || j < 0) return false;
    const lower = i > j ? a : b;
    return !stack.slice(0, Math.max(i, j)).some((one) => !one.contains(lower.element) && isOpaque(one));
  }
  const isApart = (a, b) => a.node !== b.node && !a.element.contains(b.node) && !b.element.contains(a.node);
  things.forEach((a, i) => {
    for (let j = i + 1; j < things.length; j++) {
      const b = things[j];
      if (!(a.isText || b.isText)) continue;
      const both = meet(a.rect, b.rect);
      const [width, height] = [both.right - both.left, both.bottom - both.top];
      const low = Math.min(a.height, b.height); // whole: of what is scrolled half away a little may be seen
      if (width < 2.5 || height < low * 0.3 || !isApart(a, b)) continue;
      if (areBothSeen(a, b, both.left + width / 2, both.top + height / 2)) complain("one over the other", a.element, b.element);
    }
  });
  document.adoptedStyleSheets = untouched;

  const isOverlaid = document.querySelector("dialog[open], .menu[open], .toast, .animal-card[role=dialog]") !== null;
  for (const control of document.querySelectorAll(CONTROLS)) {
    if (!isShown(control) || control.disabled || isOverlaid) continue;
    const rect = meet(visible(control.getBoundingClientRect(), control, false), WINDOW);
    if (rect.right - rect.left < 8 || rect.bottom - rect.top < 8) continue;
    const at = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
    const top = document.elementFromPoint(...at);
    if (top && getComputedStyle(top.closest(CONTROLS) ?? top).position === "sticky") continue; // it can be scrolled away from there
    const isReached = !top || control.contains(top) || top.closest("label")?.contains(control);
    if (!isReached && top.closest(CONTROLS) && (!top.closest(OVER_ALL) || control.closest(OVER_ALL)))
      complain("covered", control, top.closest(CONTROLS));
  }
  return [...found];
}
