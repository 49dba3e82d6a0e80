/** What moves on the table besides the globes, and where it is scrolled and focused to: shown once, after a redraw. */

export const wantsStillness = matchMedia("(prefers-reduced-motion: reduce)");

/** The face of the net, or the globe in its place. @param {Element} root @param {number} face */
export function focusFace(root, face) {
  const found = root.querySelector(`svg.net [data-face="${face}"]`);
  /** @type {SVGElement | null} */ (found)?.focus({ preventScroll: true });
  if (document.activeElement !== found) focusOn(root.querySelector(".globe-space canvas"));
}

/** @param {Element | null} element */
const focusOn = (element) => /** @type {HTMLElement | null} */ (element)?.focus({ preventScroll: true });

/**
 * What has the focus in the hand can go with a redraw ("Place it", once it is pressed): the focus then goes to the tile
 * in hand, else to the first that may be taken. @param {Element} root
 */
export function focusKeeper(root) {
  const had = root.querySelector(".hand :focus");
  return () => {
    if (had && document.activeElement !== had)
      focusOn(root.querySelector(".tile.is-held") ?? root.querySelector(".tile:not([aria-disabled])"));
  };
}

/** Where the track is wider than its place, the current round stands in the middle. @param {Element} root */
export function showRound(root) {
  const track = root.querySelector(".track");
  const stop = /** @type {HTMLElement | null} */ (track?.querySelector("[aria-current]"));
  if (track && stop) track.scrollLeft = stop.offsetLeft - (track.clientWidth - stop.offsetWidth) / 2;
}

/**
 * The held tile turns with a slight overshoot.
 * @param {Element} root
 * @param {number} by
 */
export function showTurn(root, by) {
  if (wantsStillness.matches) return;
  for (const areas of root.querySelectorAll(".tile.is-held .tile-areas")) {
    areas.animate([{ transform: `rotate(${-72 * by}deg)` }, { transform: "none" }], {
      duration: 220,
      easing: "cubic-bezier(.3,1.5,.5,1)",
    });
  }
}

/**
 * A tile laid on the planet in front drops and clicks home.
 * @param {Element} root
 * @param {number} face
 */
export function showDrop(root, face) {
  if (wantsStillness.matches) return;
  const laid = root.querySelector(`svg.net [data-face="${face}"]`);
  laid?.animate(
    [
      { transform: "scale(1.14)", opacity: 0.4 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 320, easing: "cubic-bezier(.4,0,.2,1.4)" },
  );
}
