/**
 * How a planet is held: quaternions from the planet's frame to the eye's. Pure functions; the eye looks
 * from +z. An upright attitude shows north above; straight over a pole any turn counts as upright.
 */
import * as THREE from "three";
import { FACES_AROUND } from "../rules/sphere.js";
import { smooth } from "./noise.js";
import { NORMALS } from "./solid.js";

/** @typedef {[number, number, number, number]} Attitude x, y, z, w as sent over the wire */

const EYE = new THREE.Vector3(0, 0, 1);
const X = new THREE.Vector3(1, 0, 0);
const Y = new THREE.Vector3(0, 1, 0);

/** The direction of the planet that faces the eye. @type {(q: THREE.Quaternion) => THREE.Vector3} */
const facing = (q) => EYE.clone().applyQuaternion(q.clone().invert());

/** @type {(face: number) => THREE.Vector3} */
export const normalOf = (face) => new THREE.Vector3(...NORMALS[face]);

/** The face nearest to the eye. @type {(q: THREE.Quaternion) => number} */
export function nearestFace(q) {
  const front = facing(q);
  const near = NORMALS.map((n) => front.x * n[0] + front.y * n[1] + front.z * n[2]);
  return near.indexOf(Math.max(...near));
}

/** @type {(yaw: number, pitch: number) => THREE.Quaternion} */
const turned = (yaw, pitch) =>
  new THREE.Quaternion()
    .setFromAxisAngle(X, pitch)
    .multiply(new THREE.Quaternion().setFromAxisAngle(Y, -yaw));

/** The same view with north above. @type {(q: THREE.Quaternion) => THREE.Quaternion} */
export function upright(q) {
  const front = facing(q);
  const straight = turned(Math.atan2(front.x, front.z), Math.asin(THREE.MathUtils.clamp(front.y, -1, 1)));
  const roll = q.clone().multiply(straight.clone().invert());
  const angle = 2 * Math.atan2(roll.z, roll.w);
  const short = Math.atan2(Math.sin(angle), Math.cos(angle));
  const kept = short * smooth(0.86, 0.98, Math.abs(front.y));
  return new THREE.Quaternion().setFromAxisAngle(EYE, kept).multiply(straight);
}

/** A face in the middle, upright; over a pole the planet keeps the turn it has. @type {(face: number, from: THREE.Quaternion) => THREE.Quaternion} */
export function centred(face, from) {
  const normal = normalOf(face);
  const isPole = Math.abs(normal.y) > 0.99;
  const front = isPole ? facing(from) : normal;
  return turned(Math.atan2(front.x, front.z), Math.asin(THREE.MathUtils.clamp(normal.y, -1, 1)));
}

/** The nearest attitude in which a face is seen at no more than this angle. @type {(face: number, from: THREE.Quaternion, most: number) => THREE.Quaternion} */
export function turnedTowards(face, from, most) {
  const normal = normalOf(face).applyQuaternion(from);
  const by = normal.angleTo(EYE) - most;
  const axis = normal.cross(EYE);
  if (axis.lengthSq() < 1e-9) axis.copy(Y);
  return by > 0 ? new THREE.Quaternion().setFromAxisAngle(axis.normalize(), by).multiply(from) : from;
}

/** The neighbour of a face that lies in a direction of the screen (y up). @type {(face: number, from: THREE.Quaternion, x: number, y: number) => number} */
export function neighbourTowards(face, from, x, y) {
  const q = centred(face, from);
  const scores = FACES_AROUND[face].map((other) => {
    const at = normalOf(other).applyQuaternion(q);
    return (at.x * x + at.y * y) / Math.hypot(at.x, at.y);
  });
  return FACES_AROUND[face][scores.indexOf(Math.max(...scores))];
}

/** Turn by a drag of so many radii. @type {(q: THREE.Quaternion, dx: number, dy: number) => void} */
export function roll(q, dx, dy) {
  const angle = Math.hypot(dx, dy);
  if (angle < 1e-6) return;
  const axis = new THREE.Vector3(dy / angle, dx / angle, 0);
  q.premultiply(new THREE.Quaternion().setFromAxisAngle(axis, angle)).normalize();
}

/** The view a planet opens with: the northern ring, a little from above. */
export const HOME = turned(0.2, 0.36);
