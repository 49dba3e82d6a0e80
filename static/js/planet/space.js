/**
 * Space behind a planet: stars of three sizes in a cone before the eye, so that none is wasted, and a faint
 * nebula baked once. For pictures and pages without a background of their own.
 */
import * as THREE from "three";
import { makeNoise, smooth, stream } from "./noise.js";

const STARS = 150;

/** @type {(scene: THREE.Scene) => {dispose: () => void}} */
export function makeSpace(scene) {
  const stars = makeStars();
  const nebula = makeNebula();
  scene.add(nebula, stars);
  return {
    dispose() {
      for (const part of [stars, nebula]) {
        part.geometry.dispose();
        part.material.map?.dispose();
        part.material.dispose();
      }
    },
  };
}

function makeStars() {
  const dice = stream(5);
  const position = [];
  const colour = [];
  for (let i = 0; i < STARS; i++) {
    const deep = 8 + 18 * dice();
    const wide = 0.3 * (deep + 7);
    position.push((dice() * 2 - 1) * wide * 1.9, (dice() * 2 - 1) * wide, -deep);
    const light = 0.25 + 0.75 * dice() ** 3;
    const warm = dice();
    colour.push(light, light * (0.9 + 0.1 * warm), light * (1.05 - 0.2 * warm));
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(position, 3));
  geometry.setAttribute("color", new THREE.Float32BufferAttribute(colour, 3));
  const material = new THREE.PointsMaterial({
    size: 2,
    sizeAttenuation: false,
    vertexColors: true,
    depthWrite: false,
    transparent: true,
  });
  const points = new THREE.Points(geometry, material);
  points.frustumCulled = false;
  points.renderOrder = -2;
  return points;
}

function makeNebula() {
  const [width, height] = [256, 160];
  const noise = makeNoise(31);
  const texels = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [(i % width) / 46, Math.floor(i / width) / 46];
    const bend = noise(x * 0.7, y * 0.7, 3);
    const cloud = 0.5 + 0.5 * noise(x + bend, y - bend, 9) + 0.22 * noise(x * 3, y * 3, 1);
    const much = smooth(0.35, 1.15, cloud);
    const hue = smooth(-0.3, 0.4, noise(x * 0.5 + 4, y * 0.5, 6));
    texels.set([11 + much * (16 + 42 * hue), 14 + much * (34 - 14 * hue), 34 + much * 30, 255], i * 4);
  }
  const texture = new THREE.DataTexture(texels, width, height);
  texture.minFilter = THREE.LinearFilter;
  texture.magFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  const material = new THREE.MeshBasicMaterial({
    map: texture,
    depthWrite: false,
    depthTest: false,
    toneMapped: false,
  });
  const plane = new THREE.Mesh(new THREE.PlaneGeometry(44, 27.5), material);
  plane.position.z = -28;
  plane.renderOrder = -3;
  plane.frustumCulled = false;
  return plane;
}
