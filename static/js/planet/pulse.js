/**
 * The heartbeat all stages of a page share. A frame is asked for only while a stage wants one; large
 * planets are drawn every frame, small ones in turn, so that many planets cost little more than one.
 */

/**
 * @typedef {object} Beating
 * @property {"large" | "small"} size
 * @property {(now: number) => boolean} wants whether a frame is due
 * @property {(now: number) => void} draw
 */

/** @type {Set<Beating>} */
const stages = new Set();
let asked = 0;
let turn = 0;
let isGenerous = false;

/** Draw every small planet in every frame: for machines with a graphics card. */
export function beGenerous(/** @type {boolean} */ much) {
  isGenerous = much;
}

/** @type {(stage: Beating) => () => void} */
export function join(stage) {
  stages.add(stage);
  wake();
  return () => {
    stages.delete(stage);
  };
}

/** Something changed: see who wants a frame. */
export function wake() {
  if (!asked) asked = requestAnimationFrame(beat);
}

function beat(/** @type {number} */ now) {
  asked = 0;
  const due = [...stages].filter((stage) => stage.wants(now));
  if (!due.length) return;
  const small = due.filter((stage) => stage.size === "small");
  for (const stage of due) if (stage.size === "large") stage.draw(now);
  if (isGenerous) for (const stage of small) stage.draw(now);
  else if (small.length) small[turn++ % small.length].draw(now);
  wake();
}
