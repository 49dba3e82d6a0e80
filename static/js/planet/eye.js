/** The eye of a stage: where it stands so that the planet, or the whole net, fits the canvas. */
import * as THREE from "three";
import { pickArea } from "./pick.js";
import { AREA_CORNERS, bodyRadius, middle } from "./solid.js";

const FOV = 24;
const TAN = Math.tan(THREE.MathUtils.degToRad(FOV / 2));

/** @typedef {ReturnType<typeof makeEye>} Eye */

/** A tile with its peaks: how far its middle and its corners are from the planet's middle, and from each other. */
const [TILE_HIGH, TILE_WIDE] = [1.06, 0.72];
const LEAST_HIGH = 0.03;

/**
 * How high a tile may hover so that the canvas shows all of it: the less the nearer it is to the rim.
 * @param {THREE.Vector3} normal  of its face, as the eye sees it
 * @param {number} far  of the eye
 * @param {{x: number, y: number}} half  what the canvas shows to either side, in planet radii
 */
export function roomAbove({ x, y, z }, far, half) {
  const tilt = Math.hypot(x, y);
  if (tilt < 1e-3) return Number.POSITIVE_INFINITY;
  const edge = Math.min(half.x / Math.abs(x / tilt || 1e-6), half.y / Math.abs(y / tilt || 1e-6));
  const most = (edge * far + TILE_WIDE * (edge * tilt - far * z)) / (tilt * far + edge * z) - TILE_HIGH;
  return Math.max(LEAST_HIGH, most);
}

/**
 * @param {number} reach half of what the canvas shows, in planet radii
 * @param {{width: number, height: number}} box of the canvas
 * @param {import("./unroll.js").Unroll} unroll
 */
export function makeEye(reach, box, unroll) {
  const camera = new THREE.PerspectiveCamera(FOV, 1, 0.5, 60);
  return {
    camera,
    box,
    /** @type {(zoom: number, aspect?: number) => void} */
    stand(zoom, aspect = box.width / box.height) {
      const round = reach / Math.min(1, aspect) / zoom;
      camera.aspect = aspect;
      camera.position.z =
        (unroll.share ? THREE.MathUtils.lerp(round, unroll.reach, unroll.share) : round) / TAN;
      camera.updateProjectionMatrix();
    },
    /** How high a tile may hover over a face. @param {THREE.Vector3} normal of that face, as seen */
    roomAbove(normal) {
      const y = camera.position.z * TAN;
      return roomAbove(normal, camera.position.z, { x: y * camera.aspect, y });
    },
    /** How many CSS pixels a planet's radius takes. */
    radius: () => (box.height / 2) * (1.1 / (camera.position.z * TAN)),
    see(/** @type {import("./globe.js").Globe} */ globe, /** @type {number} */ area) {
      const [x, y, z] = middle(...AREA_CORNERS[area]);
      const at = new THREE.Vector3(x, y, z).multiplyScalar(bodyRadius(x, y, z) + 0.03);
      globe.group.updateWorldMatrix(true, false);
      camera.updateMatrixWorld();
      globe.group.localToWorld(at);
      const faces = at.dot(camera.position) > at.lengthSq();
      at.project(camera);
      return { x: ((at.x + 1) / 2) * box.width, y: ((1 - at.y) / 2) * box.height, faces };
    },
    /** @type {(globe: import("./globe.js").Globe, x: number, y: number) => import("./pick.js").Pick | null} */
    pick: (globe, x, y) => pickArea(globe, camera, x, y),
  };
}
