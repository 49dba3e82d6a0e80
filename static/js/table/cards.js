/**
 * How the card of an animal is opened and closed. Whatever shows an animal carries its name in `data-card`; a press,
 * Enter or the pointer's rest on it opens the card.
 */

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("./actions.js").Actions} Actions */

/** The pointer rests on an animal, or only passes by. */
const REST_MS = 220;
const LEAVE_MS = 120;
/** Between a press and its click the pointer may tremble; what moves further was a drag. */
const STILL_PX = 8;
const GAP_PX = 8;

/**
 * Opens and closes cards by pointer and press, walks lists of animals by arrow keys, and takes the focus along.
 * @param {Element} root
 * @param {Actions} actions
 */
export function bindCards(root, actions) {
  /** What the open card belongs to. @type {Element | null} */
  let from = null;
  let resting = 0;
  let pressed = { x: 0, y: 0 };
  /** The card that the focus went into. @type {TableState["card"]} */
  let entered = null;
  const openerAt = (/** @type {Event} */ { target }) =>
    target instanceof Element ? target.closest("[data-card]") : null;
  const isOpenFor = (/** @type {Element} */ element) => from === element && actions.get().card?.isPinned;

  /** @param {Element} element @param {boolean} isPinned */
  function open(element, isPinned) {
    clearTimeout(resting);
    from = element;
    const { card = "", round } = /** @type {HTMLElement} */ (element).dataset;
    actions.update((state) => ({ ...state, card: { animal: card || null, round: Number(round), isPinned } }));
  }

  const close = () => {
    clearTimeout(resting);
    actions.closeCard();
  };

  /** @param {number} ms @param {() => void} then */
  const afterRest = (ms, then) => {
    clearTimeout(resting);
    resting = window.setTimeout(() => actions.get().card?.isPinned || then(), ms);
  };

  /** @type {Record<string, (event: PointerEvent) => void>} */
  const listeners = {
    pointerover(event) {
      const element = event.pointerType === "mouse" && event.buttons === 0 ? openerAt(event) : null;
      if (element && element === from && actions.get().card) clearTimeout(resting);
      else if (element) afterRest(actions.get().card ? 0 : REST_MS, () => open(element, false));
    },
    pointerout(event) {
      if (openerAt(event)) afterRest(LEAVE_MS, close);
    },
    pointerdown(event) {
      pressed = { x: event.clientX, y: event.clientY };
    },
    click(event) {
      const element = openerAt(event);
      if (element) return isOpenFor(element) ? close() : open(element, true);
      const isInside = event.target instanceof Element && event.target.closest(".animal-card") !== null;
      const far = event.detail && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y);
      if (!isInside && far < STILL_PX) close();
    },
  };
  for (const type in listeners)
    root.addEventListener(type, /** @type {EventListener} */ (listeners[type]), { capture: true });

  return {
    /** After a redraw: the card stands beside what it belongs to, and the focus goes in and back. @param {TableState} before @param {TableState} now */
    drawn(before, now) {
      const card = /** @type {HTMLElement | null} */ (root.querySelector(".animal-card"));
      if (card && from) standBeside(card, from);
      if (now.card?.isPinned && card && entered !== now.card) {
        entered = now.card;
        card.focus({ preventScroll: true });
      }
      const isLost = [null, document.body].includes(/** @type {HTMLElement} */ (document.activeElement));
      if (before.card?.isPinned && !now.card && isLost && from instanceof HTMLElement)
        from.focus({ preventScroll: true });
    },
  };
}

/**
 * Where it leaves the planet in sight: over the lanes of races on the left, else below the animal or above, in its own
 * column. (On a phone the style sheet knows better.)
 * @param {HTMLElement} card
 * @param {Element} beside
 */
function standBeside(card, beside) {
  const [at, own] = [beside.getBoundingClientRect(), card.getBoundingClientRect()];
  const column = beside.closest(".race, .log-lines > li")?.getBoundingClientRect();
  const isLeft = column && column.left + column.right < innerWidth;
  const isBelow = at.bottom + GAP_PX + own.height <= innerHeight;
  const middle = (at.left + at.right - own.width) / 2;
  const x = isLeft ? at.right + GAP_PX : column ? column.right - own.width : middle;
  const y = isLeft
    ? (at.top + at.bottom - own.height) / 2
    : isBelow
      ? at.bottom + GAP_PX
      : at.top - GAP_PX - own.height;
  const top = document.querySelector(".head")?.getBoundingClientRect().bottom ?? 0;
  const within = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) =>
    `${Math.max(least, Math.min(value, most - GAP_PX))}px`;
  card.style.setProperty("--x", within(x, GAP_PX, innerWidth - own.width));
  card.style.setProperty("--y", within(y, Math.min(top, innerHeight - own.height), innerHeight - own.height));
}
