/**
 * The door for other pages: puts a planet into an element. Import it lazily; it brings three with it.
 *
 *     const { mountGlobe } = await import("/static/js/planet/mount.js");
 *     const globe = mountGlobe(element, { areas, seedText, spin: true });
 *     globe?.setAreas(next, { animate: { face: 4 } });
 */
import { Stage } from "./stage.js";

/** @typedef {import("./stage.js").Options & {label?: string}} MountOptions */

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
