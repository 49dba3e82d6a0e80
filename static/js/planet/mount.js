/**
 * The door for other pages: puts a planet into an element. Import it lazily; it brings three with it.
 *
 *     const { mountGlobe } = await import("/static/js/planet/mount.js");
 *     const globe = mountGlobe(element, { areas, seedText, spin: true });
 *     globe?.setAreas(next, { animate: { face: 4 } });
 */
import { Stage } from "./stage.js";

/** @typedef {import("./attitude.js").Attitude} Attitude */
/** @typedef {import("./pick.js").Pick} Pick */
/** @typedef {boolean | "always"} Spin */
/**
 * @typedef {object} MountOptions
 * @property {string} [label] what a screen reader says of it
 * @property {string} areas 60 letters of "OFDMG", "." where no tile lies
 * @property {string} [seedText] planets with the same text and areas look the same
 * @property {"large" | "small"} [size]
 * @property {import("./ladder.js").Quality} [quality]
 * @property {boolean} [reducedMotion] nothing moves by itself; changes happen at once
 * @property {boolean} [interactive] whether a hand may turn it
 * @property {Spin} [spin] a slow turn, for pages where nothing is decided; without a graphics card, where it
 *   keeps the machine busy and the picture coarse, only "always" turns
 * @property {boolean} [space] stars and a nebula behind the planet
 * @property {number} [reach] half of what the canvas shows, in planet radii
 * @property {boolean} [signs] every area bears the sign of its habitat, for more contrast
 * @property {(pick: Pick) => void} [onPick] a press on an area
 * @property {() => void} [onSky] a press beside the planet
 * @property {(pick: Pick | null) => void} [onHover] the pointer, or a long press, is over an area
 * @property {(face: number) => void} [onFace] arrow keys brought another face to the front
 * @property {(by: number) => void} [onTurn] wheel or two fingers turn the tile in the hand
 * @property {(q: Attitude) => void} [onAttitude] the hand turned the planet; at most four times a second
 * @property {(isZoomed: boolean) => void} [onZoom] it is no longer as large as at first, or again
 * @property {() => void} [onShown] it is drawn for the first time
 * @property {(isForGood: boolean) => void} [onLost] the context is gone, or of no use at all: show the net
 * @property {() => void} [onReturned]
 */

/**
 * A planet in an element; null where WebGL is missing, and then the net is the board.
 * @type {(element: HTMLElement, options: MountOptions) => import("./stage.js").Stage | null}
 */
export function mountGlobe(element, options) {
  const canvas = document.createElement("canvas");
  canvas.className = "globe-canvas";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", options.label ?? "");
  if (options.interactive) canvas.tabIndex = 0;
  element.append(canvas);
  const reducedMotion = options.reducedMotion ?? matchMedia("(prefers-reduced-motion: reduce)").matches;
  const signs = options.signs ?? matchMedia("(prefers-contrast: more)").matches;
  const onShown = () => {
    canvas.classList.add("is-drawn");
    options.onShown?.();
  };
  try {
    const stage = new Stage(canvas, { ...options, reducedMotion, signs, onShown });
    return withCleanup(Object.assign(canvas, { stage }).stage, canvas);
  } catch {
    canvas.remove();
    return null;
  }
}

/** @type {(stage: import("./stage.js").Stage, canvas: HTMLCanvasElement) => import("./stage.js").Stage} */
function withCleanup(stage, canvas) {
  const dispose = stage.dispose.bind(stage);
  stage.dispose = () => {
    dispose();
    canvas.remove();
  };
  return stage;
}
