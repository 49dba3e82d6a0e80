/**
 * When a stage is drawn, and how well: quickly while something moves, once at full quality when all is
 * still, and not at all while nothing changes, nobody can see it or the context is gone.
 */
import { join, wake } from "./pulse.js";

const STILL_AFTER = 130;
const CALM_AFTER = 250;
const STILL_BY_MS = 1500;

/** @typedef {ReturnType<typeof makeFrames>} Frames */
/**
 * @typedef {object} Scene what frames need to know of a stage
 * @property {HTMLCanvasElement} canvas
 * @property {"large" | "small"} size
 * @property {import("./ladder.js").Ladder} ladder
 * @property {() => boolean} isMoving
 * @property {(now: number, seconds: number) => void} advance
 * @property {(how: {live: boolean, moving: boolean, isCoarse: boolean}) => void} paint
 * @property {(box: {width: number, height: number}) => void} onSize
 */

/** Draws from `begin` on. @param {Scene} scene */
export function makeFrames({ canvas, size, ladder, isMoving, advance, paint, onSize }) {
  const state = { dirty: true, rich: false, moved: -CALM_AFTER, last: 0, count: 0, lost: false, seen: true };
  const times = /** @type {number[]} */ ([]);
  let hasSize = false;
  let hasBegun = false;

  /** @type {(now: number) => boolean} */
  function wants(now) {
    if (!hasBegun || state.lost || !state.seen || !hasSize) return false;
    return isMoving() || state.dirty || (!state.rich && now - state.moved > STILL_AFTER);
  }

  function draw(/** @type {number} */ now) {
    const since = state.last ? now - state.last : 16;
    const moving = isMoving();
    advance(now, Math.min(0.1, since / 1000));
    const live =
      ladder.step < 2 && (moving || !state.count || (state.dirty && now - state.moved < CALM_AFTER));
    if (moving) note(since);
    paint({ live, moving, isCoarse: live && ladder.step === 0 });
    Object.assign(state, { dirty: false, rich: !live && !moving, last: now, count: state.count + 1 });
    if (live || moving) state.moved = now;
    if (!state.rich) setTimeout(wake, STILL_AFTER + 20);
  }

  function note(/** @type {number} */ since) {
    if (size === "large") ladder.note(since);
    times.push(since);
    if (times.length > 240) times.shift();
  }

  function refresh() {
    state.dirty = true;
    wake();
  }

  const sizes = new ResizeObserver(([{ contentRect }]) => {
    hasSize = contentRect.width > 0 && contentRect.height > 0;
    if (hasSize) onSize(contentRect);
    refresh();
  });
  sizes.observe(canvas);
  const sight = new IntersectionObserver(([{ isIntersecting }]) => {
    state.seen = isIntersecting;
    wake();
  });
  sight.observe(canvas);
  const leave = join({ size, wants, draw });

  return {
    refresh,
    begin() {
      hasBegun = true;
      wake();
    },
    lose(/** @type {boolean} */ lost) {
      state.lost = lost;
      refresh();
    },
    /** Resolves once it stands still and is richly drawn; one that moves on, or that nobody sees, is not waited for. */
    async still() {
      const end = performance.now() + STILL_BY_MS;
      while (!state.rich && performance.now() < end)
        await new Promise((resolve) => setTimeout(resolve, STILL_AFTER / 4));
    },
    stats: () => ({ frames: state.count, rich: state.rich, times: [...times] }),
    dispose() {
      leave();
      sizes.disconnect();
      sight.disconnect();
    },
  };
}
