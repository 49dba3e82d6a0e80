/**
 * The bare core: what a free face shows. An engraved plate with a magnet's disc in a copper ring, five
 * spokes and copper ticks, drawn once on a canvas and laid on every free face.
 */
import * as THREE from "three";
import { vertexAt } from "./grid.js";
import { chance, lerp, makeNoise } from "./noise.js";
import { AREA_CORNERS, bodyRadius, NORMALS, normalise } from "./solid.js";
import { CORE } from "./terrain.js";

/** @typedef {import("./solid.js").Vec} Vec */

const STEPS = 6;
const SIZE = 512;

/** Vertices of one face's plate. */
export const PLATE_VERTICES = 5 * STEPS * STEPS * 3;

/** The plates of all twelve faces, in order; the index chooses the free ones. */
export function plateGeometry() {
  const position = [];
  const matter = [];
  const tint = [];
  const detail = [];
  for (let area = 0; area < 60; area++) {
    for (const { at, out, along } of plateTriangles()) {
      const v = pointOn(area, out, along);
      const radius = bodyRadius(...v) * CORE;
      position.push(v[0] * radius, v[1] * radius, v[2] * radius);
      matter.push(...NORMALS[Math.floor(area / 5)].map((n) => n * 127), out * 127);
      tint.push(0, 0, at, area);
      detail.push(...onPlate(area % 5, out, along));
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(Float32Array.from(position), 3));
  geometry.setAttribute("matter", new THREE.BufferAttribute(Int8Array.from(matter), 4, true));
  geometry.setAttribute("tint", new THREE.BufferAttribute(Uint8Array.from(tint), 4, true));
  geometry.setAttribute("detail", new THREE.BufferAttribute(Float32Array.from(detail), 2));
  return geometry;
}

function plateTriangles() {
  const found = [];
  const spot = (/** @type {number} */ row, /** @type {number} */ i) => ({
    at: vertexAt(row, i),
    out: row / STEPS,
    along: row ? i / row : 0,
  });
  for (let row = 0; row < STEPS; row++) {
    for (let i = 0; i <= row; i++) {
      found.push(spot(row, i), spot(row + 1, i + 1), spot(row + 1, i));
      if (i < row) found.push(spot(row, i), spot(row, i + 1), spot(row + 1, i + 1));
    }
  }
  return found;
}

/** @type {(area: number, out: number, along: number) => Vec} */
function pointOn(area, out, along) {
  const [c, a, b] = AREA_CORNERS[area];
  const at = (/** @type {number} */ i) => lerp(c[i], lerp(a[i], b[i], along), out);
  return normalise([at(0), at(1), at(2)]);
}

/** Where a point of a slot lies on the picture of the plate. @type {(slot: number, out: number, along: number) => [number, number]} */
function onPlate(slot, out, along) {
  const corner = (/** @type {number} */ i) => [
    Math.sin((i - 0.5) * 0.4 * Math.PI),
    Math.cos((i - 0.5) * 0.4 * Math.PI),
  ];
  const [a, b] = [corner(slot), corner(slot + 1)];
  return [0.5 + 0.49 * out * lerp(a[0], b[0], along), 0.5 + 0.49 * out * lerp(a[1], b[1], along)];
}

/** The picture of the plate. */
export function plateTexture() {
  const canvas = document.createElement("canvas");
  canvas.width = SIZE;
  canvas.height = SIZE;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.translate(SIZE / 2, SIZE / 2);
  pen.scale(SIZE * 0.49, SIZE * 0.49);
  engrave(pen);
  const texture = new THREE.CanvasTexture(canvas);
  texture.anisotropy = 4;
  return texture;
}

/** @type {(pen: CanvasRenderingContext2D) => void} */
function engrave(pen) {
  pen.fillStyle = "#1d2234";
  pen.fillRect(-2, -2, 4, 4);
  const glow = pen.createRadialGradient(0, 0, 0.1, 0, 0, 1);
  glow.addColorStop(0, "#46506c");
  glow.addColorStop(0.55, "#323a52");
  glow.addColorStop(1, "#20263a");
  pen.fillStyle = glow;
  pentagon(pen, 0.96);
  pen.fill();
  contours(pen);
  spokes(pen);
  ticks(pen);
  disc(pen);
}

/** @type {(pen: CanvasRenderingContext2D, radius: number) => void} */
function pentagon(pen, radius) {
  pen.beginPath();
  for (let i = 0; i < 5; i++)
    pen.lineTo(radius * Math.sin((i - 0.5) * 0.4 * Math.PI), -radius * Math.cos((i - 0.5) * 0.4 * Math.PI));
  pen.closePath();
}

/** Height lines of a land that is still to come. @type {(pen: CanvasRenderingContext2D) => void} */
function contours(pen) {
  const noise = makeNoise(77);
  pen.lineWidth = 0.006;
  for (let level = 0; level < 7; level++) {
    pen.strokeStyle = `rgba(110, 214, 214, ${0.34 - level * 0.026})`;
    pen.beginPath();
    for (let i = 0; i <= 120; i++) {
      const turn = (i / 120) * 2 * Math.PI;
      const [x, y] = [Math.sin(turn), Math.cos(turn)];
      const radius =
        0.24 + level * 0.075 + 0.075 * noise(x * 1.6 + level * 0.3, y * 1.6, 4) * (1 + level * 0.2);
      pen.lineTo(x * radius, y * radius);
    }
    pen.closePath();
    pen.stroke();
  }
}

/** @type {(pen: CanvasRenderingContext2D) => void} */
function spokes(pen) {
  for (let i = 0; i < 5; i++) {
    const turn = (i - 0.5) * 0.4 * Math.PI;
    pen.strokeStyle = "rgba(224, 148, 96, 0.55)";
    pen.lineWidth = 0.008;
    pen.beginPath();
    pen.moveTo(0.24 * Math.sin(turn), -0.24 * Math.cos(turn));
    pen.lineTo(0.9 * Math.sin(turn), -0.9 * Math.cos(turn));
    pen.stroke();
  }
}

/** Copper ticks along the rim, like a watch's. @type {(pen: CanvasRenderingContext2D) => void} */
function ticks(pen) {
  pen.strokeStyle = "rgba(230, 160, 108, 0.9)";
  pen.lineWidth = 0.012;
  pentagon(pen, 0.9);
  pen.stroke();
  for (let side = 0; side < 5; side++) {
    for (let i = 1; i < 20; i++) {
      const [a, b] = [(side - 0.5) * 0.4 * Math.PI, (side + 0.5) * 0.4 * Math.PI];
      const at = (/** @type {number} */ r) => [
        lerp(Math.sin(a), Math.sin(b), i / 20) * r,
        -lerp(Math.cos(a), Math.cos(b), i / 20) * r,
      ];
      pen.lineWidth = i % 5 ? 0.006 : 0.013;
      pen.beginPath();
      pen.moveTo(...pair(at(0.885)));
      pen.lineTo(...pair(at(i % 5 ? 0.84 : 0.81)));
      pen.stroke();
    }
  }
}

/** @type {(v: number[]) => [number, number]} */
const pair = (v) => [v[0], v[1]];

/** Brushed steel in a ring of copper. @type {(pen: CanvasRenderingContext2D) => void} */
function disc(pen) {
  const circle = (/** @type {number} */ r, /** @type {string | CanvasGradient} */ fill) => {
    pen.fillStyle = fill;
    pen.beginPath();
    pen.arc(0, 0, r, 0, 2 * Math.PI);
    pen.fill();
  };
  circle(0.215, "rgba(6, 8, 18, 0.75)");
  const copper = pen.createLinearGradient(-0.17, -0.17, 0.17, 0.17);
  copper.addColorStop(0, "#ffd9b0");
  copper.addColorStop(0.45, "#dd9158");
  copper.addColorStop(1, "#8a4c2a");
  circle(0.185, copper);
  circle(0.125, "#4a2a1c");
  const steel = pen.createLinearGradient(-0.1, -0.1, 0.1, 0.1);
  steel.addColorStop(0, "#ffffff");
  steel.addColorStop(0.5, "#c3cce0");
  steel.addColorStop(1, "#7f8aa6");
  circle(0.112, steel);
  for (let i = 0; i < 14; i++) {
    pen.strokeStyle = `rgba(60, 70, 100, ${0.06 + 0.1 * chance(i, 3)})`;
    pen.lineWidth = 0.003;
    pen.beginPath();
    pen.arc(0, 0, 0.012 + i * 0.007, 0, 2 * Math.PI);
    pen.stroke();
  }
}
