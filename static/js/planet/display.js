/**
 * Where a stage's picture goes. A large stage owns its canvas' WebGL context. Small ones share a single
 * context off the page and receive finished pictures, so that any number of planets costs two contexts.
 */
import { makePainter } from "./painter.js";

/** @typedef {import("./painter.js").Painter} Painter */
/**
 * @typedef {object} Display
 * @property {Painter} painter
 * @property {(width: number, height: number) => void} begin
 * @property {() => void} present
 * @property {EventTarget} context where loss and return of the context are heard
 * @property {() => void} dispose
 */

/** @type {(canvas: HTMLCanvasElement, width: number, height: number) => Display} */
export function ownDisplay(canvas, width, height) {
  // Later it would make the page wait for the graphics.
  Object.assign(canvas, { width, height });
  const painter = makePainter(canvas);
  return { painter, begin: painter.size, present() {}, context: canvas, dispose: painter.dispose };
}

/** @type {{painter: Painter, canvas: OffscreenCanvas, users: number} | null} */
let shared = null;

/** @type {(canvas: HTMLCanvasElement, width: number, height: number) => Display} */
export function sharedDisplay(canvas, width, height) {
  const bitmap = canvas.getContext("bitmaprenderer");
  if (!bitmap) throw new Error("This canvas cannot receive pictures");
  const source = share(width, height);
  source.users += 1;
  return {
    painter: source.painter,
    begin: source.painter.size,
    present: () => bitmap.transferFromImageBitmap(source.canvas.transferToImageBitmap()),
    context: source.canvas,
    dispose: () => release(source),
  };
}

function share(/** @type {number} */ width, /** @type {number} */ height) {
  if (shared) return shared;
  const canvas = new OffscreenCanvas(width, height);
  shared = { canvas, painter: makePainter(canvas), users: 0 };
  return shared;
}

function release(/** @type {NonNullable<typeof shared>} */ source) {
  source.users -= 1;
  if (source.users) return;
  source.painter.dispose();
  shared = null;
}
