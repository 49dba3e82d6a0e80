/**
 * For whoever asks for more contrast: the sign of its habitat on every area, on a disc of the habitat's own
 * colour, as on the net. All of them are one draw; those that look away from the eye are not drawn.
 */
import * as THREE from "three";
import { HABITATS } from "../generated/facts.js";
import { AREA_CORNERS, bodyRadius, middle } from "./solid.js";
import { drawSign } from "./sprite.js";

const CELL = 96;
const HIGH = 0.09;

const vertexShader = /* glsl */ `
in vec3 position;
in float habitat;
uniform mat4 modelMatrix, viewMatrix, projectionMatrix;
uniform float uSize;
flat out float vCell;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vec3 eye = normalize(-viewMatrix[3].xyz - world.xyz);
  float seen = smoothstep(0.12, 0.32, dot(normalize(world.xyz), eye));
  vCell = habitat;
  gl_PointSize = habitat < 0.0 ? 0.0 : uSize * seen;
  gl_Position = seen > 0.0 ? projectionMatrix * viewMatrix * world : vec4(2.0, 2.0, 2.0, 1.0);
}`;

const fragmentShader = /* glsl */ `
precision mediump float;
uniform sampler2D uSheet;
flat in float vCell;
out vec4 colour;
void main() {
  if (vCell < 0.0) discard;
  vec4 texel = texture(uSheet, vec2((vCell + gl_PointCoord.x) / 5.0, 1.0 - gl_PointCoord.y));
  if (texel.a < 0.02) discard;
  colour = vec4(texel.rgb * texel.a, texel.a);
}`;

/** @param {THREE.Object3D} parent @param {() => void} wake */
export function makeEmblems(parent, wake) {
  const sheet = drawSheet(wake);
  const habitat = new THREE.BufferAttribute(new Float32Array(60).fill(-1), 1);
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(hearts(), 3));
  geometry.setAttribute("habitat", habitat);
  const material = new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader,
    fragmentShader,
    uniforms: { uSheet: { value: sheet }, uSize: { value: 26 } },
    transparent: true,
    premultipliedAlpha: true,
    depthTest: false,
    depthWrite: false,
  });
  const points = new THREE.Points(geometry, material);
  points.frustumCulled = false;
  points.renderOrder = 5;
  parent.add(points);
  return {
    show(/** @type {string} */ areas) {
      for (let area = 0; area < 60; area++) habitat.setX(area, HABITATS.indexOf(areas[area]));
      habitat.needsUpdate = true;
    },
    size(/** @type {number} */ pixels) {
      material.uniforms.uSize.value = pixels;
    },
    hide(/** @type {boolean} */ isHidden) {
      points.visible = !isHidden;
    },
    dispose() {
      geometry.dispose();
      material.dispose();
      sheet.dispose();
      points.removeFromParent();
    },
  };
}

function hearts() {
  return Float32Array.from(
    AREA_CORNERS.flatMap((corners) => {
      const v = middle(...corners);
      return v.map((x) => x * (bodyRadius(...v) + HIGH));
    }),
  );
}

/** The five signs side by side. @param {() => void} wake */
function drawSheet(wake) {
  const canvas = document.createElement("canvas");
  canvas.width = CELL * HABITATS.length;
  canvas.height = CELL;
  const texture = new THREE.CanvasTexture(canvas);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const drawn = [...HABITATS].map((letter, i) => drawSign(pen, letter, i * CELL, CELL));
  Promise.all(drawn).then(() => {
    texture.needsUpdate = true;
    wake();
  });
  return texture;
}
