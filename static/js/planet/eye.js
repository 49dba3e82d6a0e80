/** The eye of a stage: where it stands so that the planet, or the whole net, fits the canvas. */
import * as THREE from "three";
import { pickArea } from "./pick.js";
import { AREA_CORNERS, bodyRadius, middle } from "./solid.js";

const FOV = 24;
const TAN = Math.tan(THREE.MathUtils.degToRad(FOV / 2));

/** @typedef {ReturnType<typeof makeEye>} Eye */

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
