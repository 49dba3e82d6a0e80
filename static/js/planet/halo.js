/** The rim of air: a soft ring behind the planet that always faces the eye, strong on the lit side. */
import * as THREE from "three";
import { SHADERS } from "./shaders.js";

const TURNS = 72;
const RINGS = 5;
const BEHIND = 0.4;

/** @param {THREE.Scene} scene @param {number} reach half of what the canvas shows: the ring ends before it */
export function makeHalo(scene, reach) {
  const mesh = new THREE.Mesh(ring(), haloMaterial(Math.min(1.72, reach * 1.02)));
  mesh.frustumCulled = false;
  mesh.renderOrder = -1;
  mesh.position.z = -BEHIND;
  scene.add(mesh);
  return {
    mesh,
    dispose() {
      mesh.geometry.dispose();
      mesh.material.dispose();
    },
  };
}

function haloMaterial(/** @type {number} */ outer) {
  const [vertexShader, fragmentShader] = SHADERS.halo;
  return new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader,
    fragmentShader,
    uniforms: { uInner: { value: 1.02 }, uOuter: { value: outer } },
    transparent: true,
    depthWrite: false,
    blending: THREE.CustomBlending,
    blendSrc: THREE.OneFactor,
    blendDst: THREE.OneMinusSrcAlphaFactor,
    premultipliedAlpha: true,
  });
}

/** x and y on the unit circle, z how far out: 0 to 1. */
function ring() {
  const position = [];
  const index = [];
  for (let r = 0; r <= RINGS; r++) {
    for (let i = 0; i < TURNS; i++) {
      const turn = (i / TURNS) * 2 * Math.PI;
      position.push(Math.cos(turn), Math.sin(turn), (r / RINGS) ** 1.5);
      const [a, b] = [r * TURNS + i, r * TURNS + ((i + 1) % TURNS)];
      if (r < RINGS) index.push(a, a + TURNS, b, b, a + TURNS, b + TURNS);
    }
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(Float32Array.from(position), 3));
  geometry.setIndex(index);
  return geometry;
}
