/** Menus that drop from their button: closed by Escape, by a press outside them and by choosing an item that is more than a switch. */

const OPEN = "details.menu[open]";

/** Back at its button; the keyboard, too, where it was inside. @param {Element} menu */
function close(menu) {
  if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
  menu.removeAttribute("open");
}

document.addEventListener(
  "pointerdown",
  ({ target }) => {
    for (const menu of document.querySelectorAll(OPEN))
      if (target instanceof Node && !menu.contains(target)) close(menu);
  },
  true,
);

// Before the item's own answer: a dialog that it opens gives the keyboard back to the button.
document.addEventListener(
  "click",
  ({ target }) => {
    const menu = target instanceof Element && target.closest(".menu-item:not([aria-pressed])")?.closest(OPEN);
    if (menu) close(menu);
  },
  true,
);

document.addEventListener(
  "keydown",
  (event) => {
    const menu = event.key === "Escape" && document.querySelector(OPEN);
    if (!menu || document.querySelector("dialog[open]")) return;
    event.stopPropagation();
    close(menu);
  },
  true,
);
