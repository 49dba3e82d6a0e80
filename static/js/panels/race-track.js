/** One race drawn: marks stand on a track at their claim, further right leads; the coloured one is me. */

import { h } from "../ui/dom.js";
import { round, signAt } from "../ui/signs.js";

const LEFT = 8;
const LENGTH = 144;
const LINE = 22;
const MARK = 9;
const ROOM = 19;
const LETTER = 8;

/**
 * @typedef {object} RaceTrack
 * @property {number[][]} entries      what decides of each seat's claim, mostly one number
 * @property {number | null} me
 * @property {number | null} leader   a seat alone in front
 * @property {number[]} tied          seats that share the front
 * @property {number | null} from     my claim before the tile being tried; null when nothing changes
 */

/** @typedef {{entries: number[], seats: number[], x: number}} Group */

/** @param {RaceTrack} track */
export function raceTrack(track) {
  const most = Math.max(1, ...track.entries.map(([first]) => first), track.from ?? 0);
  const scale = (/** @type {number} */ value) => LEFT + (LENGTH * value) / most;
  const groups = spread(grouped(track.entries, scale));
  return h(
    "svg",
    { class: "race-track", viewBox: "0 0 176 44", "aria-hidden": "true" },
    h("path", { class: "race-track-line", d: `M${LEFT} ${LINE}H${LEFT + LENGTH}` }),
    ticks(most, scale),
    track.from === null ? null : journey(track, scale, groups),
    groups.map((group) => marks(track, group)),
    track.tied.length > 1 ? equals(groups) : null,
  );
}

/**
 * Seats whose claims are equal stand together, the smallest first.
 * @param {number[][]} claims
 * @param {(value: number) => number} scale
 * @returns {Group[]}
 */
function grouped(claims, scale) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const [seat, entries] of claims.entries()) {
    if (entries[0] === 0) continue;
    const key = entries.join();
    if (!groups.has(key)) groups.set(key, { entries, seats: [], x: scale(entries[0]) });
    groups.get(key)?.seats.push(seat);
  }
  const less = (/** @type {Group} */ a, /** @type {Group} */ b) =>
    a.entries.map((entry, i) => entry - (b.entries[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
  return [...groups.values()].sort(less);
}

/**
 * Neighbours make room for each other; the one in front keeps its place as far as the track goes.
 * @param {Group[]} groups
 */
function spread(groups) {
  const half = (/** @type {Group} */ { seats, entries }) =>
    Math.max(seats.length * ROOM, entries.join("·").length * LETTER) / 2;
  let limit = LEFT + LENGTH + 10;
  for (const group of groups.toReversed()) {
    group.x = Math.min(group.x, limit - half(group));
    limit = group.x - half(group);
  }
  let least = -2;
  for (const group of groups) {
    group.x = Math.max(group.x, least + half(group));
    least = group.x + half(group);
  }
  return groups;
}

/**
 * @param {number} most
 * @param {(value: number) => number} scale
 */
function ticks(most, scale) {
  const step = most > 14 ? 5 : 1;
  const count = Math.floor(most / step) + 1;
  return Array.from({ length: count }, (_, i) =>
    h("circle", { class: "race-track-tick", cx: round(scale(i * step)), cy: LINE, r: 1.4 }),
  );
}

/**
 * From where I am to where I would be.
 * @param {RaceTrack} track
 * @param {(value: number) => number} scale
 * @param {Group[]} groups
 */
function journey(track, scale, groups) {
  const { me, from, entries } = track;
  if (me === null || from === null) return null;
  const there = groups.find((group) => group.seats.includes(me));
  const start = round(scale(from));
  const end = round(there?.x ?? scale(entries[me][0]));
  const middle = (start + end) / 2;
  const way = end > start ? 4 : -4;
  return h(
    "g",
    { class: "journey" },
    h("path", { class: "journey-line", d: `M${start} ${LINE}H${end}` }),
    Math.abs(end - start) > 24
      ? h("path", { class: "journey-way", d: `M${middle - way / 2} ${LINE - 4}l${way} 4l${-way} 4` })
      : null,
    h("circle", { class: "journey-start", cx: start, cy: LINE, r: 3.6 }),
    there ? null : h("circle", { class: "journey-gone", cx: LEFT, cy: MARK, r: 8 }),
    there ? null : signAt(`seat-${me}`, LEFT, MARK, 10, { class: "race-track-mark is-gone" }),
    there ? null : h("text", { class: "race-track-figure is-mine", x: LEFT, y: 41 }, "0"),
  );
}

/**
 * @param {RaceTrack} track
 * @param {Group} group
 */
function marks(track, { entries, seats, x }) {
  const first = x - ((seats.length - 1) * ROOM) / 2;
  const isMine = track.me !== null && seats.includes(track.me);
  const isFront = track.leader !== null && seats.includes(track.leader);
  return h(
    "g",
    { key: seats.join() },
    seats.map((seat, i) => seatMark(track, seat, first + i * ROOM)),
    h(
      "text",
      { class: `race-track-figure${isMine ? " is-mine" : isFront ? " is-front" : ""}`, x: round(x), y: 41 },
      entries.join("·"),
    ),
  );
}

/**
 * @param {RaceTrack} track
 * @param {number} seat
 * @param {number} x
 */
function seatMark(track, seat, x) {
  const kind = seat === track.me ? "is-mine" : seat === track.leader ? "is-front" : "";
  return h(
    "g",
    { key: seat, class: `race-track-seat ${kind}`, style: { transform: `translateX(${round(x)}px)` } },
    kind ? h("circle", { class: "race-track-disc", cx: 0, cy: MARK, r: 9 }) : null,
    signAt(`seat-${seat}`, 0, MARK, kind ? 11 : 14, { class: "race-track-mark" }),
  );
}

/** After a tie, an equals sign. @param {Group[]} groups */
function equals(groups) {
  const last = groups.at(-1);
  if (!last) return null;
  const x = Math.min(169, last.x + (last.seats.length * ROOM) / 2 + 7);
  return h(
    "g",
    { class: "race-track-equals", transform: `translate(${round(x)} ${MARK})` },
    h("circle", { r: 6.5 }),
    h("path", { d: "M-2.8 -1.6H2.8M-2.8 1.6H2.8" }),
  );
}
