/** Where a hint stands: near what it points at, and never on it, nor on anything that can be pressed. */

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */
/** @typedef {{width: number, height: number}} Size */

const STEP = 8;
/** What it keeps from what it points at, so that its arrow is seen; from walls; from the edge of the window. */
const [AWAY, APART, EDGE] = [14, 4, 6];
/** What an area covered that can be read counts, beside the way to what is pointed at. */
const COVERED = 0.05;
/** And each thing that the arrow crosses. */
const CROSSED = 60;
/** What of its place a planet fills, across. */
const PLANET = 0.7;

/** @param {Box} a @param {Box} b */
export const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** @param {Box} box @param {number} by @returns {Box} */
export const grown = ({ left, top, right, bottom }, by) => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

/** How far two boxes are apart. @param {Box} a @param {Box} b */
export const distance = (a, b) =>
  Math.hypot(
    Math.max(0, a.left - b.right, b.left - a.right),
    Math.max(0, a.top - b.bottom, b.top - a.bottom),
  );

/** The planet in the middle of its place. @param {Box} box @returns {Box} */
export function discIn({ left, top, right, bottom }) {
  const half = (PLANET * Math.min(right - left, bottom - top)) / 2;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return { left: x - half, top: y - half, right: x + half, bottom: y + half };
}

/**
 * The best place for a hint of one of these sizes (the first that fits); null where there is none.
 * @param {Size[]} sizes
 * @param {Box | null} target
 * @param {Box[]} walls   what must not be covered
 * @param {Box[]} texts   what should not be
 * @param {Size} room     the window
 * @returns {{size: number, box: Box} | null}
 */
export function placeHint(sizes, target, walls, texts, room) {
  const solid = [...walls.map((wall) => grown(wall, APART)), ...(target ? [grown(target, AWAY)] : [])];
  for (const [size, { width, height }] of sizes.entries()) {
    let found = null;
    let least = Number.POSITIVE_INFINITY;
    for (let top = EDGE; top + height <= room.height - EDGE; top += STEP) {
      for (let left = EDGE; left + width <= room.width - EDGE; left += STEP) {
        const box = { left, top, right: left + width, bottom: top + height };
        const hit = solid.find((wall) => overlap(box, wall) > 0);
        if (hit) {
          left = Math.max(left, Math.floor((hit.right - EDGE) / STEP) * STEP + EDGE - STEP);
          continue;
        }
        const far = target ? distance(box, target) + 0.1 * offset(box, target) : top;
        const cost = far + COVERED * texts.reduce((sum, text) => sum + overlap(box, text), 0);
        if (cost >= least) continue;
        const all = cost + (target ? CROSSED * walls.filter((wall) => crosses(box, target, wall)).length : 0);
        if (all < least) [found, least] = [box, all];
      }
    }
    if (found) return { size, box: found };
  }
  return null;
}

/** Whether the arrow passes over a wall. @param {Box} from @param {Box} to @param {Box} wall */
export function crosses(from, to, wall) {
  const way = arrow(from, to);
  return [0.1, 0.3, 0.5, 0.7, 0.9].some((part) => {
    const x = way.from.x + part * (way.to.x - way.from.x);
    const y = way.from.y + part * (way.to.y - way.from.y);
    return x > wall.left && x < wall.right && y > wall.top && y < wall.bottom;
  });
}

/** How far the middles are apart. @param {Box} a @param {Box} b */
const offset = (a, b) =>
  Math.hypot((a.left + a.right - b.left - b.right) / 2, (a.top + a.bottom - b.top - b.bottom) / 2);

/**
 * The arrow from a hint to the ring round what it points at: from edge to edge, on the line between the middles.
 * @param {Box} from
 * @param {Box} to
 */
export function arrow(from, to) {
  const start = {
    x: clamp((to.left + to.right) / 2, from.left + 16, from.right - 16),
    y: clamp((to.top + to.bottom) / 2, from.top + 12, from.bottom - 12),
  };
  const end = { x: clamp(start.x, to.left, to.right), y: clamp(start.y, to.top, to.bottom) };
  const edge = { x: clamp(end.x, from.left, from.right), y: clamp(end.y, from.top, from.bottom) };
  return { from: edge, to: end };
}

/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.max(Math.min(low, high), Math.min(Math.max(low, high), value));
