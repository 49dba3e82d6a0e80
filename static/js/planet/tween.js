/** Small motions over time. A motion tells how far it is (0 to 1); whoever asks applies it. */

/** @typedef {{ms: number, start: number, step: (t: number) => void, end?: () => void}} Motion */

/** @type {(t: number) => number} */
export const easeInOut = (t) => (t < 0.5 ? 4 * t * t * t : 1 - (-2 * t + 2) ** 3 / 2);

/** @type {(t: number) => number} */
export const easeOut = (t) => 1 - (1 - t) ** 3;

/** Falls, and rebounds a little. @type {(t: number) => number} */
export const fall = (t) => (t < 0.72 ? (t / 0.72) ** 2 : 1 - 0.12 * Math.sin(((t - 0.72) / 0.28) * Math.PI));

export function makeMotions() {
  /** @type {Map<string, Motion>} */
  const running = new Map();
  return {
    /** A motion of the same name is replaced. @type {(name: string, ms: number, step: (t: number) => void, end?: () => void) => void} */
    start(name, ms, step, end) {
      running.set(name, { ms, start: -1, step, end });
    },
    stop(/** @type {string} */ name) {
      running.delete(name);
    },
    /** At once as it would be at its end. */
    finish(/** @type {string} */ name) {
      const motion = running.get(name);
      running.delete(name);
      motion?.step(1);
      motion?.end?.();
    },
    has: (/** @type {string} */ name) => running.has(name),
    get busy() {
      return running.size > 0;
    },
    advance(/** @type {number} */ now) {
      for (const [name, motion] of [...running]) {
        if (motion.start < 0) motion.start = now;
        const t = motion.ms ? Math.min(1, (now - motion.start) / motion.ms) : 1;
        motion.step(t);
        if (t < 1 || running.get(name) !== motion) continue;
        running.delete(name);
        motion.end?.();
      }
    },
  };
}
