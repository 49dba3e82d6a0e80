/**
 * A picture to keep of a planet: 2048 pixels square, the world at full quality among stars, below it the
 * name of the evening, who made how many points, and by what somebody won at equal points.
 */
import { stream } from "./noise.js";

const SIDE = 2048;
const WORLD = 1640;
const FONT = '"Onest Variable", system-ui, sans-serif';

/**
 * @param {import("./stage.js").Stage} stage
 * @param {{title: string, reason: string, lines: string[], from: string}} words
 * @returns {Promise<Blob>}
 */
export async function keepsake(stage, words) {
  const world = await createImageBitmap(await stage.snapshot({ width: WORLD, height: WORLD }));
  const canvas = new OffscreenCanvas(SIDE, SIDE);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  drawSky(pen);
  pen.drawImage(world, (SIDE - WORLD) / 2, 20);
  world.close();
  drawWords(pen, words);
  return canvas.convertToBlob({ type: "image/png" });
}

/** @type {(pen: OffscreenCanvasRenderingContext2D) => void} */
function drawSky(pen) {
  const glow = pen.createRadialGradient(SIDE / 2, SIDE * 0.42, 0, SIDE / 2, SIDE * 0.42, SIDE * 0.75);
  glow.addColorStop(0, "#161d44");
  glow.addColorStop(1, "#090d20");
  pen.fillStyle = glow;
  pen.fillRect(0, 0, SIDE, SIDE);
  const dice = stream(12);
  for (let i = 0; i < 260; i++) {
    pen.fillStyle = `rgba(243, 245, 255, ${0.15 + 0.75 * dice() ** 3})`;
    pen.beginPath();
    pen.arc(dice() * SIDE, dice() * SIDE * 0.8, 0.8 + 1.8 * dice() ** 4, 0, 2 * Math.PI);
    pen.fill();
  }
}

/** @type {(pen: OffscreenCanvasRenderingContext2D, words: {title: string, reason: string, lines: string[], from: string}) => void} */
function drawWords(pen, { title, reason, lines, from }) {
  pen.textAlign = "center";
  pen.fillStyle = "#f3f5ff";
  pen.font = `700 ${fitting(pen, title, 104)}px ${FONT}`;
  pen.fillText(title, SIDE / 2, reason ? 1716 : 1772);
  pen.font = `500 ${fitting(pen, reason, 46)}px ${FONT}`;
  pen.fillText(reason, SIDE / 2, 1788);
  drawLines(pen, lines);
  pen.fillStyle = "#8e98c2";
  pen.font = `600 38px ${FONT}`;
  pen.fillText(from, SIDE / 2, 1968);
}

/** In one line, or in two where the names are long. @type {(pen: OffscreenCanvasRenderingContext2D, lines: string[]) => void} */
function drawLines(pen, lines) {
  const joined = (/** @type {string[]} */ some) => some.join("   ·   ");
  const middle = Math.ceil(lines.length / 2);
  const isLong = fitting(pen, joined(lines), 54) < 40;
  const rows = (isLong ? [lines.slice(0, middle), lines.slice(middle)] : [lines]).map(joined);
  const size = Math.min(isLong ? 44 : 54, ...rows.map((row) => fitting(pen, row, 54)));
  pen.fillStyle = "#b9c1e2";
  pen.font = `500 ${size}px ${FONT}`;
  rows.forEach((row, i) => {
    pen.fillText(row, SIDE / 2, 1872 + (i - (rows.length - 1) / 2) * 64);
  });
}

/** The size at which words fit the picture's width. @type {(pen: OffscreenCanvasRenderingContext2D, words: string, size: number) => number} */
function fitting(pen, words, size) {
  pen.font = `700 ${size}px ${FONT}`;
  return Math.floor(size * Math.min(1, (SIDE * 0.9) / pen.measureText(words).width));
}

/** Shared on a phone, saved elsewhere. @param {File} picture */
export async function give(picture) {
  const isPhone = matchMedia("(pointer: coarse)").matches;
  if (isPhone && navigator.canShare?.({ files: [picture] }))
    return navigator.share({ files: [picture] }).catch(() => undefined);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = picture.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
