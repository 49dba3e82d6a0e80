/**
 * What all globes of one renderer share: compiled shaders in a live and a full version, the noise of the
 * sea, the picture of the core, and the uniforms that change with the moment rather than with the planet.
 */
import * as THREE from "three";
import { plateTexture } from "./core.js";
import { makeNoise } from "./noise.js";
import { SHADERS } from "./shaders.js";

/** @typedef {Record<string, THREE.IUniform>} Uniforms */
/** @typedef {ReturnType<typeof makeMaterials>} Materials */
/** @typedef {"land" | "sea" | "core"} Surface */

const SEA_SIDE = 32;

export function makeMaterials() {
  /** Shared by every globe: one value serves all draws of a frame. */
  const shared = {
    uTime: { value: 0 },
    uNoise: { value: seaNoise() },
    uPlate: { value: plateTexture() },
    uShadow: { value: /** @type {THREE.Texture | null} */ (null) },
    uShadowView: { value: new THREE.Matrix4() },
    uShadowStep: { value: 1 / 1024 },
  };
  return {
    shared,
    dispose() {
      shared.uNoise.value.dispose();
      shared.uPlate.value.dispose();
    },
  };
}

/** @typedef {{uGlow: {value: Float32Array}, uGlowing: {value: number}}} Glow which areas, and how much of it is on */

/** Uniforms of one globe, with a glow of its own or another's. */
export function globeUniforms(
  /** @type {Materials} */ { shared },
  /** @type {Glow} */ { uGlow, uGlowing } = {
    uGlow: { value: new Float32Array(60) },
    uGlowing: { value: 0 },
  },
) {
  return {
    ...shared,
    uGlow,
    uGlowing,
    uTarget: { value: -1 },
    uUnroll: { value: 0 },
    uFaces: { value: Array.from({ length: 12 }, () => new THREE.Matrix4()) },
  };
}

/** @type {(surface: Surface, full: boolean, uniforms: Uniforms) => THREE.RawShaderMaterial} */
export function surfaceMaterial(surface, full, uniforms) {
  const [vertexShader, fragmentShader] = SHADERS[surface];
  return new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader,
    fragmentShader,
    uniforms,
    defines: full ? { FULL: 1 } : {},
  });
}

/** @type {(uniforms: Uniforms) => THREE.RawShaderMaterial} */
export function depthMaterial(uniforms) {
  const [vertexShader, fragmentShader] = SHADERS.depth;
  return new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader,
    fragmentShader,
    uniforms,
    colorWrite: false,
  });
}

/** Tiling noise for waves, foam and glints. */
function seaNoise() {
  const texture = new THREE.Data3DTexture(seaTexels(), SEA_SIDE, SEA_SIDE, SEA_SIDE);
  texture.format = THREE.RedFormat;
  texture.minFilter = THREE.LinearFilter;
  texture.magFilter = THREE.LinearFilter;
  texture.wrapS = THREE.RepeatWrapping;
  texture.wrapT = THREE.RepeatWrapping;
  texture.wrapR = THREE.RepeatWrapping;
  texture.needsUpdate = true;
  return texture;
}

/** @type {Uint8Array<ArrayBuffer> | null} */
let kept = null;

/** The same for every renderer. */
function seaTexels() {
  if (kept) return kept;
  const side = SEA_SIDE;
  const noise = makeNoise(4242);
  const texels = new Uint8Array(side ** 3);
  const tiled = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ z,
    /** @type {number} */ period,
  ) => {
    let sum = 0;
    for (const dx of [0, 1])
      for (const dy of [0, 1])
        for (const dz of [0, 1]) {
          const share = Math.abs(1 - dx - x) * Math.abs(1 - dy - y) * Math.abs(1 - dz - z);
          sum += share * noise((x + dx) * period, (y + dy) * period, (z + dz) * period);
        }
    return sum;
  };
  for (let i = 0; i < texels.length; i++) {
    const [x, y, z] = [
      (i % side) / side,
      (Math.floor(i / side) % side) / side,
      Math.floor(i / side / side) / side,
    ];
    texels[i] = 128 + 127 * Math.max(-1, Math.min(1, 1.5 * tiled(x, y, z, 4) + 0.6 * tiled(y, z, x, 8)));
  }
  kept = texels;
  return kept;
}
