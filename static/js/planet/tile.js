/**
 * The tile in the hand: a planet of one face that hovers over its place, and the way it falls home, with a
 * ring of dust as it clicks.
 */
import * as THREE from "three";
import { normalOf } from "./attitude.js";
import { makeGlobe } from "./globe.js";
import { lerp, stream } from "./noise.js";
import { AREA_CORNERS, bodyRadius, normalise } from "./solid.js";
import { easeOut } from "./tween.js";

/** @typedef {ReturnType<typeof makeTile>} Tile */

/** Nothing of it is chosen: all of it is greyer and darker. */
const STANDS_BACK = { uGlow: { value: new Float32Array(60) }, uGlowing: { value: 0.8 } };

/** The 60 areas of a planet with one tile. @type {(letters: string, face: number, turn: number) => string} */
export function oneTile(letters, face, turn) {
  const slots = Array.from(letters, (_, slot) => letters[(slot - turn + 5) % 5]).join("");
  return ".".repeat(face * 5) + slots + ".".repeat(55 - face * 5);
}

/**
 * @param {import("./materials.js").Materials} materials
 * @param {import("./globe.js").Detail} detail
 * @param {import("./globe.js").Globe} planet
 */
export function makeTile(materials, detail, planet) {
  const globe = makeGlobe(materials, "", detail, planet.uniforms);
  const outline = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial({ color: ACCENT }));
  outline.frustumCulled = false;
  globe.group.add(outline);
  planet.group.add(globe.group);
  let face = -1;
  let high = 0.3;
  let room = Number.POSITIVE_INFINITY;
  return {
    globe,
    get face() {
      return face;
    },
    show(/** @type {string} */ areas, /** @type {string} */ seedText) {
      globe.setAreas(areas, seedText);
      const before = face;
      face = Math.floor([...areas].findIndex((letter) => letter !== ".") / 5);
      globe.group.visible = face >= 0;
      if (face !== before && face >= 0) outline.geometry.setAttribute("position", rim(face));
      this.lift(high);
    },
    /** As something that stands back: not in anybody's hand yet. @param {boolean} isPale */
    pale(isPale) {
      const { uGlow, uGlowing } = isPale ? STANDS_BACK : planet.uniforms;
      Object.assign(globe.uniforms, { uGlow, uGlowing });
    },
    hide() {
      face = -1;
      globe.group.visible = false;
    },
    lift(/** @type {number} */ height) {
      high = height;
      if (face >= 0) globe.group.position.copy(normalOf(face)).multiplyScalar(Math.min(high, room));
    },
    /** It hovers lower where there is no room for more. @param {(face: number) => number} above */
    stayWithin(above) {
      if (face < 0) return;
      room = above(face);
      this.lift(high);
    },
    dispose() {
      outline.geometry.dispose();
      outline.material.dispose();
      globe.dispose();
    },
  };
}

/** The one accent: what is yours. */
const ACCENT = 0xff8061;
const RIBBON = 0.016;

/** A thin ribbon along the five edges of a face. @type {(face: number) => THREE.BufferAttribute} */
function rim(face) {
  const position = /** @type {number[]} */ ([]);
  for (let slot = 0; slot < 5; slot++) {
    for (let i = 0; i < 8; i++) {
      const [a, b] = [i / 8, (i + 1) / 8].map((along) => [
        onRim(face, slot, along, 1),
        onRim(face, slot, along, 1 + RIBBON),
      ]);
      position.push(...a[0], ...b[1], ...a[1], ...a[0], ...b[0], ...b[1]);
    }
  }
  return new THREE.BufferAttribute(Float32Array.from(position), 3);
}

/** @type {(face: number, slot: number, along: number, out: number) => number[]} */
function onRim(face, slot, along, out) {
  const [c, a, b] = AREA_CORNERS[face * 5 + slot];
  const at = (/** @type {number} */ i) => lerp(c[i], lerp(a[i], b[i], along), out);
  const v = normalise([at(0), at(1), at(2)]);
  return v.map((x) => x * (bodyRadius(...v) + 0.012));
}

const GRAINS = 64;

/**
 * Dust that flies from the rim of a face.
 * @param {THREE.Object3D} parent
 */
export function makeDust(parent) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(GRAINS * 3), 3));
  const material = new THREE.PointsMaterial({
    color: 0xf3dcb8,
    map: puffTexture(),
    transparent: true,
    depthWrite: false,
  });
  const points = new THREE.Points(geometry, material);
  points.frustumCulled = false;
  points.visible = false;
  parent.add(points);
  return {
    puff(/** @type {number} */ face, /** @type {number} */ t) {
      points.visible = t < 1;
      scatter(/** @type {THREE.BufferAttribute} */ (geometry.getAttribute("position")), face, t);
      material.opacity = 0.95 * (1 - t) ** 1.3;
      material.size = 0.2 + 0.4 * t;
    },
    dispose() {
      geometry.dispose();
      material.map?.dispose();
      material.dispose();
      points.removeFromParent();
    },
  };
}

/** One soft grain. */
function puffTexture() {
  const side = 16;
  const texels = new Uint8Array(side * side * 4).fill(255);
  for (let i = 0; i < side * side; i++) {
    const away = Math.hypot((i % side) - 7.5, Math.floor(i / side) - 7.5) / 8;
    texels[i * 4 + 3] = 255 * Math.max(0, 1 - away) ** 1.2;
  }
  const texture = new THREE.DataTexture(texels, side, side);
  texture.magFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** @type {(position: THREE.BufferAttribute, face: number, t: number) => void} */
function scatter(position, face, t) {
  const up = normalOf(face);
  const side = new THREE.Vector3(0.31, 0.5, 0.81).cross(up).normalize();
  const fore = up.clone().cross(side);
  const dice = stream(face + 1);
  for (let i = 0; i < GRAINS; i++) {
    const turn = (i / GRAINS) * 2 * Math.PI + dice();
    const far = 0.6 + (0.06 + 0.3 * dice()) * easeOut(t);
    const high = 1.0 + 0.16 * dice() * easeOut(t);
    const at = up
      .clone()
      .multiplyScalar(high)
      .addScaledVector(side, Math.cos(turn) * far)
      .addScaledVector(fore, Math.sin(turn) * far);
    position.setXYZ(i, at.x, at.y, at.z);
  }
  position.needsUpdate = true;
}
