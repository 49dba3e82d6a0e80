/**
 * The animals a planet has won: small discs that stand in their regions, or beside the planet while those are out of
 * sight, always turned to the reader. Their faces are drawn from the page's sprite once and kept for all planets.
 */
import * as THREE from "three";
import { seenFrom } from "./orbit.js";
import { AREA_CORNERS, bodyRadius, middle } from "./solid.js";
import { drawDisc, pictureOf } from "./sprite.js";
import { easeOut } from "./tween.js";

/** @typedef {{key: string, habitat: string, area: number}} Moon an animal, its habitat, and where it lives */

const SIZE = 128;
/** Above the land: clear of trees, crystals and peaks. @type {Record<string, number>} */
const HIGH = { O: 0.14, F: 0.2, D: 0.18, M: 0.3, G: 0.24 };
const FLOWN_IN = 0.9;
const at = new THREE.Vector3();

/** @type {Map<string, Promise<HTMLCanvasElement>>} */
const pictures = new Map();

/**
 * @param {THREE.Object3D} parent the planet, with which they turn
 * @param {() => void} wake
 */
export function makeMoons(parent, wake) {
  /** @type {Map<string, THREE.Sprite>} */
  const shown = new Map();
  /** Where each lives, or is on its way to. @type {THREE.Vector3[]} */
  let homes = [];
  /** @type {Moon[]} */
  let moons = [];

  return {
    /** Returns the keys that are new. @type {(wanted: Moon[]) => string[]} */
    set(wanted) {
      moons = wanted;
      for (const [key, disc] of shown) if (!wanted.some((moon) => moon.key === key)) drop(shown, key, disc);
      const fresh = wanted.filter(({ key }) => !shown.has(key));
      for (const moon of fresh) shown.set(moon.key, add(parent, moon, wake));
      this.place();
      return fresh.map(({ key }) => key);
    },
    place(arriving = /** @type {string[]} */ ([]), t = 1) {
      homes = moons.map(({ key, habitat, area }) =>
        lay(shown.get(key), area, HIGH[habitat], arriving.includes(key) ? easeOut(t) : 1),
      );
    },
    /** As the planet is held just now. */
    turn(/** @type {THREE.Quaternion} */ q, zoom = 1) {
      const ways = homes.map((home) => at.copy(home).applyQuaternion(q).toArray());
      const back = q.clone().invert();
      seenFrom(ways, zoom).forEach((seen, i) => {
        const disc = shown.get(moons[i].key);
        disc?.position.set(...seen.at).applyQuaternion(back);
        // A moon is never behind a peak.
        if (disc) disc.material.depthTest = !seen.isAway;
      });
    },
    /** In the flat net they have no place. */
    hide(/** @type {boolean} */ away) {
      for (const disc of shown.values()) disc.visible = !away && disc.material.map !== null;
    },
    dispose() {
      for (const [key, disc] of shown) drop(shown, key, disc);
    },
  };
}

/** @type {(disc: THREE.Sprite | undefined, area: number, high: number, arrived: number) => THREE.Vector3} */
function lay(disc, area, high, arrived) {
  const heart = middle(...AREA_CORNERS[area]);
  disc?.scale.setScalar(0.2 * (0.5 + 0.5 * arrived));
  if (disc) disc.material.opacity = Math.min(1, arrived * 2);
  return new THREE.Vector3(...heart).setLength(bodyRadius(...heart) + high + FLOWN_IN * (1 - arrived));
}

/** @type {(shown: Map<string, THREE.Sprite>, key: string, disc: THREE.Sprite) => void} */
function drop(shown, key, disc) {
  shown.delete(key);
  disc.removeFromParent();
  disc.material.map?.dispose();
  disc.material.dispose();
}

/** @type {(parent: THREE.Object3D, moon: Moon, wake: () => void) => THREE.Sprite} */
function add(parent, moon, wake) {
  const material = new THREE.SpriteMaterial({ transparent: true, depthWrite: false, toneMapped: false });
  const disc = new THREE.Sprite(material);
  disc.visible = false;
  parent.add(disc);
  discOf(moon).then((canvas) => {
    if (!disc.parent) return;
    material.map = new THREE.CanvasTexture(canvas);
    material.needsUpdate = true;
    disc.visible = true;
    wake();
  });
  return disc;
}

/** @type {(moon: Moon) => Promise<HTMLCanvasElement>} */
function discOf({ key, habitat }) {
  const known = pictures.get(key) ?? drawPicture(key, habitat);
  pictures.set(key, known);
  return known;
}

/** @type {(key: string, habitat: string) => Promise<HTMLCanvasElement>} */
async function drawPicture(key, habitat) {
  const canvas = document.createElement("canvas");
  canvas.width = SIZE;
  canvas.height = SIZE;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  drawDisc(pen, habitat, 0, SIZE);
  // Two rings: a pale disc is seen before a pale sky, a dark one before the night.
  for (const [lineWidth, strokeStyle] of [
    [8, "#141a36"],
    [5, "#f3f5ff"],
  ]) {
    Object.assign(pen, { lineWidth, strokeStyle });
    pen.stroke();
  }
  const face = await pictureOf(`animal-${key}`, SIZE);
  if (face) pen.drawImage(face, SIZE * 0.08, SIZE * 0.08, SIZE * 0.84, SIZE * 0.84);
  return canvas;
}
