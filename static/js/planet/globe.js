/**
 * One planet as meshes: land, sea and bare core, three draws. Areas are built one by one and kept as long
 * as their surroundings stay the same, so that a new tile costs its own areas and their rims only.
 */
import * as THREE from "three";
import { PLATE_VERTICES, plateGeometry } from "./core.js";
import { depthMaterial, globeUniforms, surfaceMaterial } from "./materials.js";
import { buildArea } from "./terrain.js";
import { readWorld, signature } from "./world.js";

/** @typedef {import("./sink.js").Chunk} Chunk */
/** @typedef {ReturnType<typeof makeGlobe>} Globe */
/** @typedef {{steps: number, plenty: number}} Detail how fine the grid is, how full the woods */

/** @type {Record<"large" | "small", Detail>} */
export const DETAIL = { large: { steps: 16, plenty: 1 }, small: { steps: 8, plenty: 0.32 } };

/** What a slow machine turns in the hand: half the steps are a quarter of the triangles. @type {(fine: Detail) => Detail} */
const coarser = ({ steps, plenty }) => ({ steps: Math.ceil(steps * 0.55), plenty: plenty * 0.5 });

/** Layer of what casts shadows. */
export const CASTS = 1;

/**
 * @param {import("./materials.js").Materials} materials
 * @param {string} seedText
 * @param {Detail} detail
 * @param {import("./materials.js").Glow | null} under of the planet over which this, a tile in the hand, hovers: that has the core
 */
export function makeGlobe(materials, seedText, detail, under = null) {
  const uniforms = globeUniforms(materials, under ?? undefined);
  const group = new THREE.Group();
  const surfaces = /** @type {const} */ (["land", "sea", "core"]).map((surface) =>
    makeSurface(surface, uniforms),
  );
  const [land, sea, core] = surfaces;
  const depth = depthMaterial(uniforms);
  group.add(...surfaces.map(({ mesh }) => mesh));
  if (under) core.mesh.removeFromParent();
  else core.mesh.geometry = plateGeometry();
  const fine = makeBody(detail);
  const coarse = makeBody(coarser(detail));
  let worn = fine;
  let areas = "";
  let sown = seedText;
  let isWhole = false;

  function setAreas(/** @type {string} */ wanted, text = sown) {
    if (wanted === areas && text === sown) return;
    areas = wanted;
    sown = text;
    if (!under) core.mesh.geometry.setIndex(freePlates(areas));
    take(worn);
  }

  function take(/** @type {Body} */ body) {
    body.build(areas, sown);
    worn = body;
    land.mesh.geometry = body.land;
    sea.mesh.geometry = body.sea;
    isWhole = false;
  }

  /** Send only the triangles that face `eye` (in the planet's own frame); all of them without one. */
  function face(/** @type {THREE.Vector3 | null} */ eye) {
    if (!eye && isWhole) return;
    isWhole = !eye;
    const { store } = worn;
    sea.index(store, 0, store.sea / 3, eye);
    land.index(store, store.sea / 3, store.vertices / 3, eye);
  }

  return {
    group,
    uniforms,
    depth,
    setAreas,
    face,
    get areas() {
      return areas;
    },
    get store() {
      return worn.store;
    },
    wear(/** @type {boolean} */ full, isCoarse = false) {
      const body = isCoarse ? coarse : fine;
      if (body !== worn) take(body);
      for (const surface of surfaces) surface.wear(full);
    },
    dispose() {
      for (const surface of surfaces) surface.dispose();
      for (const body of [fine, coarse]) body.dispose();
      depth.dispose();
      group.removeFromParent();
    },
  };
}

/** @typedef {ReturnType<typeof makeBody>} Body */

/** The land and the sea of a planet in one fineness. @param {Detail} detail */
function makeBody({ steps, plenty }) {
  /** @type {Map<number, {sign: string, chunk: Chunk}>} */
  const kept = new Map();
  const body = {
    store: emptyStore(),
    land: new THREE.BufferGeometry(),
    sea: new THREE.BufferGeometry(),
    build,
    dispose() {
      body.land.dispose();
      body.sea.dispose();
    },
  };
  let areas = "";
  let sown = "";

  function build(/** @type {string} */ wanted, /** @type {string} */ text) {
    if (wanted === areas && text === sown) return;
    if (text !== sown) kept.clear();
    areas = wanted;
    sown = text;
    const world = readWorld(areas, sown);
    for (let area = 0; area < 60; area++) refresh(world, area);
    const store = merge([...kept.values()].map(({ chunk }) => chunk));
    body.dispose();
    Object.assign(body, {
      store,
      land: geometryOf(store, store.vertices - store.sea),
      sea: geometryOf(store, store.sea),
    });
  }

  function refresh(/** @type {import("./world.js").World} */ world, /** @type {number} */ area) {
    if (areas[area] === ".") return kept.delete(area);
    const sign = signature(world, area);
    if (kept.get(area)?.sign !== sign) kept.set(area, { sign, chunk: buildArea(world, area, steps, plenty) });
    return true;
  }

  return body;
}

/**
 * @param {import("./materials.js").Surface} surface
 * @param {import("./materials.js").Uniforms} uniforms
 */
function makeSurface(surface, uniforms) {
  const materials = [surfaceMaterial(surface, false, uniforms), surfaceMaterial(surface, true, uniforms)];
  const mesh = new THREE.Mesh(new THREE.BufferGeometry(), materials[0]);
  mesh.frustumCulled = false;
  mesh.layers.enable(CASTS);
  return {
    mesh,
    index(
      /** @type {Store} */ store,
      /** @type {number} */ from,
      /** @type {number} */ to,
      /** @type {THREE.Vector3 | null} */ eye,
    ) {
      const { index } = mesh.geometry;
      if (!index) return;
      const room = /** @type {Uint32Array} */ (index.array);
      const count = eye ? facing(room, store.planes, from, to, eye) : everything(room, from, to);
      index.clearUpdateRanges();
      index.addUpdateRange(0, count);
      index.needsUpdate = true;
      mesh.geometry.setDrawRange(0, count);
      mesh.visible = count > 0;
    },
    wear(/** @type {boolean} */ full) {
      mesh.material = materials[full ? 1 : 0];
    },
    dispose() {
      mesh.geometry.dispose();
      for (const material of materials) material.dispose();
    },
  };
}

/** @typedef {ReturnType<typeof emptyStore>} Store all triangles of a planet, the sea's first */

const emptyStore = () => ({
  position: new Float32Array(0),
  normal: new Int8Array(0),
  colour: new Uint8Array(0),
  detail: new Float32Array(0),
  planes: new Float32Array(0),
  sea: 0,
  vertices: 0,
});

/** @type {(chunks: Chunk[]) => Store} */
function merge(chunks) {
  const sum = (/** @type {(chunk: Chunk) => number} */ of) =>
    chunks.reduce((all, chunk) => all + of(chunk), 0);
  const vertices = sum((chunk) => chunk.vertices);
  const sea = sum((chunk) => chunk.sea);
  const store = {
    position: new Float32Array(vertices * 3),
    normal: new Int8Array(vertices * 4),
    colour: new Uint8Array(vertices * 4),
    detail: new Float32Array(vertices * 2),
    planes: new Float32Array((vertices / 3) * 4),
    sea,
    vertices,
  };
  let [wet, dry] = [0, sea];
  for (const chunk of chunks) {
    copyPart(store, wet, chunk, 0, chunk.sea);
    copyPart(store, dry, chunk, chunk.sea, chunk.vertices);
    wet += chunk.sea;
    dry += chunk.vertices - chunk.sea;
  }
  return store;
}

/** @type {(store: Store, to: number, chunk: Chunk, from: number, until: number) => void} */
function copyPart(store, to, chunk, from, until) {
  store.position.set(chunk.position.subarray(from * 3, until * 3), to * 3);
  store.normal.set(chunk.normal.subarray(from * 4, until * 4), to * 4);
  store.colour.set(chunk.colour.subarray(from * 4, until * 4), to * 4);
  store.detail.set(chunk.detail.subarray(from * 2, until * 2), to * 2);
  store.planes.set(chunk.planes.subarray((from / 3) * 4, (until / 3) * 4), (to / 3) * 4);
}

/** @type {(room: Uint32Array, planes: Float32Array, from: number, to: number, eye: THREE.Vector3) => number} */
function facing(room, planes, from, to, { x, y, z }) {
  let count = 0;
  for (let t = from, i = from * 4; t < to; t++, i += 4) {
    if (planes[i] * x + planes[i + 1] * y + planes[i + 2] * z <= planes[i + 3]) continue;
    room[count] = t * 3;
    room[count + 1] = t * 3 + 1;
    room[count + 2] = t * 3 + 2;
    count += 3;
  }
  return count;
}

/** @type {(room: Uint32Array, from: number, to: number) => number} */
function everything(room, from, to) {
  for (let i = 0; i < (to - from) * 3; i++) room[i] = from * 3 + i;
  return (to - from) * 3;
}

/** With room to name each of the `vertices` that are land, or sea. @type {(store: Store, vertices: number) => THREE.BufferGeometry} */
function geometryOf(store, vertices) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(store.position, 3));
  geometry.setAttribute("matter", new THREE.BufferAttribute(store.normal, 4, true));
  geometry.setAttribute("tint", new THREE.BufferAttribute(store.colour, 4, true));
  geometry.setAttribute("detail", new THREE.BufferAttribute(store.detail, 2));
  const index = new THREE.BufferAttribute(new Uint32Array(vertices), 1);
  index.setUsage(THREE.DynamicDrawUsage);
  geometry.setIndex(index);
  return geometry;
}

/** @type {(areas: string) => number[]} */
function freePlates(areas) {
  const index = [];
  for (let face = 0; face < 12; face++) {
    if (areas[face * 5] !== ".") continue;
    for (let i = 0; i < PLATE_VERTICES; i++) index.push(face * PLATE_VERTICES + i);
  }
  return index;
}
