/**
 * Where a stage's picture goes. A large stage owns its canvas' WebGL context. Small ones share a single
 * context off the page and receive finished pictures, so that any number of planets costs two contexts.
 */
import { CONTEXT, Painter } from "./painter.js";

/**
 * @typedef {object} Display
 * @property {Painter} painter
 * @property {() => void} present
 * @property {EventTarget} context where loss and return of the context are heard
 * @property {() => void} dispose
 */

/** @type {(canvas: HTMLCanvasElement, width: number, height: number) => Display} */
export function ownDisplay(canvas, width, height) {
  // Later it would make the page wait for the graphics.
  Object.assign(canvas, { width, height });
  const painter = new Painter(canvas);
  return { painter, present() {}, context: canvas, dispose: () => painter.dispose() };
}

/** @type {{painter: Painter, canvas: OffscreenCanvas | HTMLCanvasElement, users: number} | null} */
let shared = null;

/** @type {(canvas: HTMLCanvasElement, width: number, height: number) => Display} */
export function sharedDisplay(canvas, width, height) {
  const source = share(width, height);
  source.users += 1;
  return {
    painter: source.painter,
    present: presenting(canvas, source.canvas),
    context: source.canvas,
    dispose: () => release(source),
  };
}

function share(/** @type {number} */ width, /** @type {number} */ height) {
  if (shared) return shared;
  const canvas = drawable(width, height);
  shared = { canvas, painter: new Painter(canvas), users: 0 };
  return shared;
}

/**
 * A canvas on no page. Where WebGL does not draw into one that was made for that (WebKitGTK), an ordinary one.
 * @param {number} width
 * @param {number} height
 */
function drawable(width, height) {
  const canvas = new OffscreenCanvas(width, height);
  if (canvas.getContext("webgl2", CONTEXT)) return canvas;
  return Object.assign(document.createElement("canvas"), { width, height });
}

/** How a finished picture gets from the shared canvas to a stage's own. @type {(to: HTMLCanvasElement, from: OffscreenCanvas | HTMLCanvasElement) => () => void} */
function presenting(to, from) {
  if (from instanceof OffscreenCanvas) {
    const bitmap = /** @type {ImageBitmapRenderingContext} */ (to.getContext("bitmaprenderer"));
    return () => bitmap.transferFromImageBitmap(from.transferToImageBitmap());
  }
  const pen = /** @type {CanvasRenderingContext2D} */ (to.getContext("2d"));
  return () => {
    Object.assign(to, { width: from.width, height: from.height });
    pen.drawImage(from, 0, 0);
  };
}

function release(/** @type {NonNullable<typeof shared>} */ source) {
  source.users -= 1;
  if (source.users) return;
  source.painter.dispose();
  shared = null;
}
