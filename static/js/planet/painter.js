/**
 * One WebGL context and the ways to draw a view with it: quickly while something moves, richly (shadow,
 * smooth edges, fragment detail) when it is still, or into a picture of any size.
 */
import * as THREE from "three";
import { CASTS } from "./globe.js";
import { SUN } from "./light.js";
import { makeMaterials } from "./materials.js";

// Our shaders put out finished colours, and all other colours are meant as they are written in CSS.
THREE.ColorManagement.enabled = false;
const LOOK_AGAIN_MS = 8;

/**
 * @typedef {object} View what a painter draws
 * @property {THREE.Scene} scene
 * @property {THREE.PerspectiveCamera} camera
 * @property {import("./globe.js").Globe[]} globes
 * @property {number} reach radius of the sphere that holds all that casts a shadow
 * @property {boolean} isCoarse whether motion is drawn with a coarser mesh
 */

/** What we ask of a WebGL context. @type {WebGLContextAttributes} */
export const CONTEXT = {
  alpha: true,
  antialias: false,
  premultipliedAlpha: true,
  powerPreference: "high-performance",
  stencil: false,
};

export class Painter {
  /** @param {HTMLCanvasElement | OffscreenCanvas} canvas */
  constructor(canvas) {
    const renderer = new THREE.WebGLRenderer({ canvas, ...CONTEXT });
    renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    renderer.setPixelRatio(1);
    renderer.setClearColor(0x000000, 0);
    renderer.info.autoReset = false;
    // Each check waits for the graphics; `prepare` does it later.
    renderer.debug.checkShaderErrors = false;
    this.renderer = renderer;
    this.materials = makeMaterials();
    this.sun = makeSun();
    this.copy = makeCopy();
    this.fine = makeFine(4, 4);
    /** What the shadow was cast of. @type {unknown[] | null} */
    this.cast = null;
  }

  /**
   * Compiles beside the page all that a view will need: what is drawn first would stop the page until then.
   * Rejects if the graphics refuse a shader, since a planet without it would be a bare canvas.
   * @param {View} view
   */
  async prepare(view) {
    const { renderer, sun, copy } = this;
    const caster = new THREE.Mesh(new THREE.BufferGeometry(), view.globes[0].depth);
    for (const isFull of [false, true]) {
      this.ready(view, isFull);
      await renderer.compileAsync(view.scene, view.camera);
    }
    await renderer.compileAsync(caster, sun.camera);
    await renderer.compileAsync(copy.quad, copy.camera);
    await this.settled();
    const gl = renderer.getContext();
    for (const program of renderer.info.programs ?? []) {
      const linked = /** @type {WebGLProgram} */ (program.program);
      if (!gl.getProgramParameter(linked, gl.LINK_STATUS) && !gl.isContextLost())
        throw new Error(`This shader cannot be used: ${gl.getProgramInfoLog(linked)}`);
      program.getUniforms();
      program.getAttributes();
    }
  }

  /** Resolves when the graphics have done all they were asked to; then nothing has to wait for them. */
  async settled() {
    const gl = /** @type {WebGL2RenderingContext} */ (this.renderer.getContext());
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!fence) return;
    gl.flush();
    while (gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED)
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    gl.deleteSync(fence);
  }

  drawLive(/** @type {View} */ view) {
    this.ready(view, false);
    this.renderer.setRenderTarget(null);
    this.renderer.render(view.scene, view.camera);
  }

  drawFull(/** @type {View} */ view, shadowSize = 2048) {
    const { renderer, copy } = this;
    const { width, height } = renderer.domElement;
    this.fitFine(width, height);
    this.paintInto(this.fine, view, shadowSize);
    copy.quad.material.uniforms.uPicture.value = this.fine.texture;
    renderer.setRenderTarget(null);
    renderer.render(copy.scene, copy.camera);
  }

  /** A view as pixels, bottom row first. */
  async picture(/** @type {View} */ view, /** @type {number} */ width, /** @type {number} */ height) {
    const target = makeFine(width, height);
    this.paintInto(target, view, 2048);
    const pixels = new Uint8Array(width * height * 4);
    await this.renderer.readRenderTargetPixelsAsync(target, 0, 0, width, height, pixels);
    target.dispose();
    return pixels;
  }

  paintInto(
    /** @type {THREE.WebGLRenderTarget} */ target,
    /** @type {View} */ view,
    /** @type {number} */ shadowSize,
  ) {
    const { renderer } = this;
    this.ready(view, true);
    this.castShadow(view, shadowSize);
    renderer.setRenderTarget(target);
    renderer.clear();
    renderer.render(view.scene, view.camera);
  }

  ready(/** @type {View} */ { camera, scene, globes, isCoarse }, /** @type {boolean} */ full) {
    this.renderer.info.reset();
    camera.updateMatrixWorld();
    scene.updateMatrixWorld();
    for (const globe of globes) {
      globe.wear(full, isCoarse && !full);
      globe.face(
        full || globe.uniforms.uUnroll.value ? null : globe.group.worldToLocal(camera.position.clone()),
      );
    }
  }

  /** The depth of all casters, seen from the sun; where none has moved, it is there already. */
  castShadow(/** @type {View} */ view, /** @type {number} */ size) {
    const { renderer, sun } = this;
    const before = this.cast;
    this.cast = castersOf(view, size);
    if (this.cast && before && this.cast.every((part, i) => part === before[i])) return;
    const { shared } = this.materials;
    sun.fit(size, view.reach);
    shared.uShadow.value = sun.target.depthTexture;
    shared.uShadowStep.value = 1.1 / 1024;
    shared.uShadowView.value.multiplyMatrices(sun.camera.projectionMatrix, sun.camera.matrixWorldInverse);
    renderer.setRenderTarget(sun.target);
    renderer.clear();
    for (const globe of view.globes) {
      view.scene.overrideMaterial = globe.depth;
      renderer.render(view.scene, sun.camera);
    }
    view.scene.overrideMaterial = null;
  }

  fitFine(/** @type {number} */ width, /** @type {number} */ height) {
    if (this.fine.width === width && this.fine.height === height) return;
    this.fine.dispose();
    this.fine = makeFine(width, height);
  }

  size(/** @type {number} */ width, /** @type {number} */ height) {
    const { domElement } = this.renderer;
    if (domElement.width !== width || domElement.height !== height)
      this.renderer.setSize(width, height, false);
  }

  dispose() {
    const { quad } = this.copy;
    for (const part of [this.fine, this.sun.target, quad.geometry, quad.material, this.materials])
      part.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}

/** All that a shadow depends on; null while a planet unrolls, and changes all the time. @type {(view: View, size: number) => unknown[] | null} */
function castersOf({ globes, reach }, size) {
  if (globes.some(({ uniforms }) => uniforms.uUnroll.value)) return null;
  const parts = globes.flatMap(({ store, group }) => [store, group.visible, ...group.matrixWorld.elements]);
  return [globes.length, size, reach, ...parts];
}

function makeFine(/** @type {number} */ width, /** @type {number} */ height) {
  return new THREE.WebGLRenderTarget(width, height, {
    samples: 4,
    depthBuffer: true,
    generateMipmaps: false,
  });
}

function makeSun() {
  const camera = new THREE.OrthographicCamera();
  camera.layers.set(CASTS);
  let target = makeShadow(16);
  return {
    camera,
    get target() {
      return target;
    },
    fit(/** @type {number} */ size, /** @type {number} */ reach) {
      if (target.width !== size) {
        target.dispose();
        target = makeShadow(size);
      }
      Object.assign(camera, {
        left: -reach,
        right: reach,
        top: reach,
        bottom: -reach,
        near: 0.1,
        far: reach * 2 + 0.1,
      });
      camera.position.set(...SUN).setLength(reach + 0.1);
      camera.lookAt(0, 0, 0);
      camera.updateProjectionMatrix();
      camera.updateMatrixWorld();
    },
  };
}

function makeShadow(/** @type {number} */ size) {
  const depthTexture = new THREE.DepthTexture(size, size, THREE.UnsignedIntType);
  return new THREE.WebGLRenderTarget(size, size, { depthTexture, generateMipmaps: false });
}

/** Brings a finished picture onto the canvas. */
function makeCopy() {
  const material = new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader:
      "in vec3 position; out vec2 vAt; void main() { vAt = position.xy * 0.5 + 0.5; gl_Position = vec4(position.xy, 0.0, 1.0); }",
    fragmentShader:
      "precision mediump float; in vec2 vAt; uniform sampler2D uPicture; out vec4 colour; void main() { colour = texture(uPicture, vAt); }",
    uniforms: { uPicture: { value: null } },
    depthTest: false,
    depthWrite: false,
    blending: THREE.NoBlending,
  });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute(
    "position",
    new THREE.BufferAttribute(Float32Array.from([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3),
  );
  const quad = new THREE.Mesh(geometry, material);
  quad.frustumCulled = false;
  const scene = new THREE.Scene();
  scene.add(quad);
  return { quad, scene, camera: new THREE.Camera() };
}
