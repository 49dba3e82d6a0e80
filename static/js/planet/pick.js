/**
 * Which area lies under a point of the canvas: a ray against the very triangles on show, so that a peak
 * in front of a valley is what is picked, and every one of the 60 areas is exact to its wandering border.
 */
import * as THREE from "three";
import { FACES_AROUND } from "../rules/sphere.js";
import { bodyRadius, NORMALS } from "./solid.js";
import { CORE } from "./terrain.js";

/** @typedef {{face: number, slot: number}} Pick */

const near = new THREE.Vector3();
const way = new THREE.Vector3();

/**
 * @param {import("./globe.js").Globe} globe
 * @param {THREE.PerspectiveCamera} camera
 * @param {number} x -1 to 1, rightwards
 * @param {number} y -1 to 1, upwards
 * @returns {Pick | null}
 */
export function pickArea(globe, camera, x, y) {
  camera.updateMatrixWorld();
  globe.group.updateWorldMatrix(true, false);
  near.copy(camera.position);
  way.set(x, y, 0.5).unproject(camera);
  globe.group.worldToLocal(near);
  globe.group.worldToLocal(way).sub(near).normalize();
  const land = hitLand(globe.store);
  const core = hitCore(globe.areas);
  if (land && (!core || land.away < core.away)) return toPick(land.area);
  return core && toPick(core.area);
}

/** @type {(area: number) => Pick} */
const toPick = (area) => ({ face: Math.floor(area / 5), slot: area % 5 });

/** @typedef {{area: number, away: number}} Hit */

/** @type {(store: import("./globe.js").Store) => Hit | null} */
function hitLand({ position, colour, planes, vertices }) {
  let away = Infinity;
  let area = -1;
  for (let t = 0; t < vertices / 3; t++) {
    const i = t * 4;
    const slope = planes[i] * way.x + planes[i + 1] * way.y + planes[i + 2] * way.z;
    if (slope >= 0) continue;
    const distance =
      (planes[i + 3] - planes[i] * near.x - planes[i + 1] * near.y - planes[i + 2] * near.z) / slope;
    if (distance <= 0 || distance >= away || !isInside(position, t * 9, distance)) continue;
    away = distance;
    area = colour[t * 12 + 3];
  }
  return area < 0 ? null : { area, away };
}

/** Is the point of the ray within the triangle? @type {(p: Float32Array, i: number, distance: number) => boolean} */
function isInside(p, i, distance) {
  const [x, y, z] = [near.x + way.x * distance, near.y + way.y * distance, near.z + way.z * distance];
  for (let k = 0; k < 3; k++) {
    const a = i + k * 3;
    const b = i + ((k + 1) % 3) * 3;
    const [ax, ay, az] = [p[a] - x, p[a + 1] - y, p[a + 2] - z];
    const [bx, by, bz] = [p[b] - x, p[b + 1] - y, p[b + 2] - z];
    const side = way.x * (ay * bz - az * by) + way.y * (az * bx - ax * bz) + way.z * (ax * by - ay * bx);
    if (side > 1e-9) return false;
  }
  return true;
}

/** The core, found by walking the ray: it is convex and smooth. @type {(areas: string) => Hit | null} */
function hitCore(areas) {
  const middle = -near.dot(way);
  for (let away = middle - 1.2; away < middle + 0.4; away += 0.012) {
    const [x, y, z] = [near.x + way.x * away, near.y + way.y * away, near.z + way.z * away];
    const length = Math.hypot(x, y, z);
    if (length > bodyRadius(x / length, y / length, z / length) * CORE) continue;
    const area = areaTowards(x, y, z);
    return areas[area] === "." ? { area, away } : null;
  }
  return null;
}

/** @type {(x: number, y: number, z: number) => number} */
function areaTowards(x, y, z) {
  const reach = NORMALS.map((n) => n[0] * x + n[1] * y + n[2] * z);
  const face = reach.indexOf(Math.max(...reach));
  const slots = FACES_AROUND[face].map((other) => reach[other]);
  return face * 5 + slots.indexOf(Math.max(...slots));
}
