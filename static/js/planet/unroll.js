/**
 * Globe to net and back in one motion. The planet parts into two flowers; each moves to where the flat net
 * has it while its petals fold out about the edges they share with its centre, as if it were paper. At the
 * end every face lies exactly where the net draws it.
 */
import * as THREE from "three";
import { opposite, unfold } from "../net/layout.js";
import { areaNumber, FACES_AROUND } from "../rules/sphere.js";
import { normalOf } from "./attitude.js";
import { AREA_CORNERS } from "./solid.js";

/** Between neighbouring faces of a dodecahedron: how far a petal turns to lie flat. */
const FOLD = Math.PI - Math.acos(-1 / Math.sqrt(5));
/** The plane the faces are laid flat in, and a face's radius there. */
const FLAT = 1.02;
const RADIUS = 0.7795;

/** @typedef {ReturnType<typeof makeUnroll>} Unroll */
/** @typedef {{at: THREE.Vector3, turn: THREE.Quaternion}} Pose */

/**
 * @param {import("./globe.js").Globe} globe
 * @param {THREE.Object3D} halo
 * @param {{width: number, height: number}} box of the canvas
 */
export function makeUnroll(globe, halo, box) {
  let share = 0;
  let centre = 0;
  const { uUnroll, uFaces } = globe.uniforms;
  return {
    /** How far it is unrolled: 0 is the globe, 1 the net. */
    get share() {
      return share;
    },
    /** Half the height the eye must take in to see the net as the page draws it. */
    get reach() {
      return ((box.height / 2) * RADIUS) / unfold(centre, box.width, box.height).radius;
    },
    /** @type {(to: number, middle: number) => void} */
    set(to, middle) {
      share = to;
      centre = middle;
      halo.visible = share === 0;
      uUnroll.value = share;
      if (share) lay(uFaces.value, globe.group.quaternion, centre, box, share);
    },
  };
}

/** @type {(matrices: THREE.Matrix4[], held: THREE.Quaternion, centre: number, box: {width: number, height: number}, share: number) => void} */
function lay(matrices, held, centre, { width, height }, share) {
  const { places, radius } = unfold(centre, width, height);
  const back = new THREE.Matrix4().makeRotationFromQuaternion(held.clone().invert());
  for (const middle of [centre, opposite(centre)]) {
    const { x, y, angle } = places[middle];
    const scale = RADIUS / radius;
    const at = new THREE.Vector3((x - width / 2) * scale, (height / 2 - y) * scale, 0);
    const pose = between(middle, held, { at, turn: lyingFlat(middle, angle) }, share);
    matrices[middle].multiplyMatrices(back, pose);
    for (const petal of FACES_AROUND[middle])
      matrices[petal].multiplyMatrices(matrices[middle], hinge(middle, petal, share));
  }
}

/** A face on its way from the globe, as held, to its place. @type {(face: number, held: THREE.Quaternion, goal: Pose, share: number) => THREE.Matrix4} */
function between(face, held, goal, share) {
  const middle = normalOf(face).multiplyScalar(FLAT);
  const at = middle.clone().applyQuaternion(held).lerp(goal.at, share);
  const turn = held.clone().slerp(goal.turn, share);
  return new THREE.Matrix4()
    .compose(at, turn, new THREE.Vector3(1, 1, 1))
    .multiply(new THREE.Matrix4().makeTranslation(middle.negate()));
}

/** The turn that lays a face towards the eye, slot 0 in a direction given clockwise from the right, in degrees. */
function lyingFlat(/** @type {number} */ face, /** @type {number} */ angle) {
  const z = normalOf(face);
  const [, a, b] = AREA_CORNERS[areaNumber(face, 0)].map((corner) => new THREE.Vector3(...corner));
  const x = a.add(b);
  x.addScaledVector(z, -x.dot(z)).normalize();
  const frame = new THREE.Matrix4().makeBasis(x, z.clone().cross(x), z).transpose();
  const spin = new THREE.Matrix4().makeRotationZ(-THREE.MathUtils.degToRad(angle));
  return new THREE.Quaternion().setFromRotationMatrix(spin.multiply(frame));
}

/** Opens a petal about the edge it shares with the centre. @type {(centre: number, petal: number, share: number) => THREE.Matrix4} */
function hinge(centre, petal, share) {
  const area = areaNumber(centre, FACES_AROUND[centre].indexOf(petal));
  const [, a, b] = AREA_CORNERS[area].map((corner) => new THREE.Vector3(...corner));
  const axis = b.clone().sub(a).normalize();
  const at = a.multiplyScalar(FLAT / a.dot(normalOf(centre)));
  return new THREE.Matrix4()
    .makeTranslation(at)
    .multiply(new THREE.Matrix4().makeRotationAxis(axis, FOLD * share))
    .multiply(new THREE.Matrix4().makeTranslation(at.clone().negate()));
}
