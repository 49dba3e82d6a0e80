/** What a hint looks like: words in a bubble, a ring round what they point at, and an arrow between the two. */

import { t } from "../texts/catalogue.js";
import { h, patch } from "../ui/dom.js";
import { icon } from "../ui/signs.js";
import { arrow, crosses, discIn, distance, grown, placeHint } from "./place.js";

/** @typedef {import("./place.js").Box} Box */

const PRESSED = "button, a[href], summary, select, input, textarea";
const READ =
  ".race-course, .head-line, .world, .log-lines > li, .stop, .moons, .face-note, .net-face:not(.is-free), .proof";
const GLOBE = ".globe-space[data-shown]";
const WALLS = ".tiles, .action-pill, .animal-card, .ceremony";
/** Who has won. */
const HEADING = ".end-head > *";
const WIDTHS = ["19rem", "15rem", "12rem", "9.5rem"];
const RING = 5;
/** A longer arrow is only in the way. */
const ARROW_MOST = 170;

/**
 * @param {() => void} onClose  the hint is read
 */
export function makeBubble(onClose) {
  const layer = document.createElement("div");
  layer.className = "guide";
  layer.dataset.written = "";
  document.body.append(layer);

  /**
   * Shows the words beside the target, once a place is found.
   * @param {string} text
   * @param {string | null} key    on the keyboard
   * @param {Box | null} target
   * @param {Box[]} busy           more that should stay in sight: what comes first above all
   */
  function show(text, key, target, busy) {
    patch(layer, [
      ring(target, null),
      h(
        "aside",
        { key: "hint", class: "hint", "aria-label": t("guide.title") },
        h("p", null, text, key ? [" ", h("kbd", { class: "key" }, key)] : null),
        h(
          "button",
          { type: "button", class: "hint-close", "aria-label": t("guide.close"), onclick: onClose },
          icon("close"),
        ),
      ),
    ]);
    const bubble = /** @type {HTMLElement} */ (layer.querySelector(".hint"));
    const sizes = WIDTHS.map((width) => {
      bubble.style.inlineSize = width;
      const { width: wide, height } = bubble.getBoundingClientRect();
      return { width: wide, height };
    });
    const walls = [...boxesOf(PRESSED), ...boxesOf(WALLS)].filter((box) => !isSame(box, target));
    const texts = [...boxesOf(READ), ...boxesOf(GLOBE).map(discIn)];
    const room = { width: innerWidth, height: innerHeight };
    const shown = [...busy, ...boxesOf(HEADING)];
    let found = null;
    for (let kept = shown.length; kept >= 0 && !found; kept--)
      found = placeHint(sizes, target, [...walls, ...shown.slice(0, kept)], texts, room);
    layer.dataset.placed = String(found !== null);
    if (!found) return;
    bubble.style.inlineSize = WIDTHS[found.size];
    bubble.style.translate = `${found.box.left}px ${found.box.top}px`;
    // The ring alone says it where an arrow would be long, or pass over the tile in hand, the result or a button.
    const inTheWay = [...walls, ...shown];
    const isFree =
      target !== null &&
      distance(found.box, target) <= ARROW_MOST &&
      !inTheWay.some((box) => crosses(found.box, target, box));
    const place = /** @type {Element} */ (layer.querySelector(".guide-lines"));
    patch(place, lines(target, found.box).slice(0, isFree ? 3 : 1));
  }

  return {
    show,
    isShown: () => layer.dataset.hint !== undefined,
    hide() {
      patch(layer, []);
      delete layer.dataset.hint;
    },
    /** Which hint it is. @param {string} key */
    mark(key) {
      layer.dataset.hint = key;
    },
  };
}

/** @param {Box | null} target @param {Box | null} from */
function ring(target, from) {
  return h(
    "svg",
    { key: "lines", class: "guide-lines", "aria-hidden": "true" },
    from ? lines(target, from) : [],
  );
}

/** @param {Box | null} target @param {Box} from */
function lines(target, from) {
  if (!target) return [];
  const round = grown(target, RING);
  const way = arrow(from, round);
  const turn = (Math.atan2(way.to.y - way.from.y, way.to.x - way.from.x) * 180) / Math.PI;
  return [
    h("rect", {
      class: "guide-ring",
      x: round.left,
      y: round.top,
      width: round.right - round.left,
      height: round.bottom - round.top,
      rx: Math.min(22, (round.bottom - round.top) / 2),
    }),
    h("path", { class: "guide-way", d: `M${way.from.x} ${way.from.y}L${way.to.x} ${way.to.y}` }),
    h("path", {
      class: "guide-tip",
      d: "M1 0L-9 -6V6Z",
      transform: `translate(${way.to.x} ${way.to.y}) rotate(${turn})`,
    }),
  ];
}

/** @param {Box} a @param {Box | null} b */
const isSame = (a, b) => b !== null && a.left === b.left && a.top === b.top && a.right === b.right;

/** The boxes of what can be seen of a kind. @param {string} selector */
function boxesOf(selector) {
  return [...document.querySelectorAll(selector)].flatMap((element) => boxOf(element) ?? []);
}

/**
 * The part of the window that an element takes; null where it cannot be seen.
 * @param {Element} element
 * @returns {Box | null}
 */
export function boxOf(element) {
  if (element.closest(".guide") || !element.checkVisibility({ visibilityProperty: true })) return null;
  const seen = element.getBoundingClientRect();
  let box = { left: seen.left, top: seen.top, right: seen.right, bottom: seen.bottom };
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    const { overflow, clipPath } = getComputedStyle(outer);
    if (clipPath.startsWith("inset(50%")) return null; // it is there for the ear alone
    if (overflow === "visible") continue;
    const frame = outer.getBoundingClientRect();
    box = {
      left: Math.max(box.left, frame.left),
      top: Math.max(box.top, frame.top),
      right: Math.min(box.right, frame.right),
      bottom: Math.min(box.bottom, frame.bottom),
    };
  }
  box.right = Math.min(box.right, innerWidth);
  box.bottom = Math.min(box.bottom, innerHeight);
  const isSeen = box.right - box.left > 4 && box.bottom - box.top > 4 && box.right > 0 && box.bottom > 0;
  return isSeen ? box : null;
}
