/**
 * How much quality motion can afford on this machine. Steps: 0 live with a coarse mesh at no more
 * than one pixel a CSS pixel, 1 live, 2 full. Down at once when frames are late, up only after long ease, and never back to a step
 * that failed before. What stands still is drawn at full quality whatever the step.
 */

/** @typedef {"auto" | "low" | "high"} Quality as a person may set it */
/** @typedef {ReturnType<typeof makeLadder>} Ladder */

const FIXED = { low: 0, high: 2 };
const LATE = 46;
const EASY = 19;

/** @type {(quality: Quality, isSoftware: boolean) => {step: number, note: (ms: number) => void}} */
export function makeLadder(quality, isSoftware) {
  let step = quality === "auto" ? (isSoftware ? 1 : 2) : FIXED[quality];
  let ceiling = isSoftware ? 1 : 2;
  let late = 0;
  let easy = 0;
  return {
    get step() {
      return step;
    },
    /** How long a frame in motion took. */
    note(ms) {
      if (quality !== "auto" || ms > 400) return;
      late = ms > LATE ? late + 1 : Math.max(0, late - 0.5);
      easy = ms < EASY ? easy + 1 : 0;
      if (late > 12 && step > 0) {
        step -= 1;
        ceiling = Math.max(step, 1);
        late = 0;
      } else if (easy > 90 && step < ceiling) {
        step += 1;
        easy = 0;
      }
    },
  };
}

/** @type {boolean | null} */
let software = null;

/** Whether WebGL runs without a graphics card. @type {(gl: WebGLRenderingContext | WebGL2RenderingContext) => boolean} */
export function isSoftware(gl) {
  software ??= findSoftware(gl);
  return software;
}

/** To ask makes the page wait for the graphics. @type {(gl: WebGLRenderingContext | WebGL2RenderingContext) => boolean} */
function findSoftware(gl) {
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
