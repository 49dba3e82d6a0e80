/**
 * Where triangles are poured while an area is built. One scratch sink serves all areas; what an area needs
 * is cut off at the end as a chunk of exact size.
 */

/**
 * @typedef {object} Chunk triangles of one area, three vertices each, the sea's first
 * @property {Float32Array} position
 * @property {Int8Array} normal 4 a vertex: direction, then what it is made of
 * @property {Uint8Array} colour 4 a vertex: red, green, blue, area
 * @property {Float32Array} detail 2 a vertex: D, phase of the dunes
 * @property {Float32Array} planes 4 a triangle: what tells whether an eye sees its front
 * @property {number} sea vertices that are water
 * @property {number} vertices
 */

/** What a surface is made of, as the shaders tell them apart. */
export const MATTER = { plain: 0, sand: 32, ice: 64, leaf: 96, stone: 127 };

const ROOM = 60000;

export const sink = {
  position: new Float32Array(ROOM * 3),
  normal: new Int8Array(ROOM * 4),
  colour: new Uint8Array(ROOM * 4),
  detail: new Float32Array(ROOM * 2),
  vertices: 0,
  area: 0,
  sea: 0,
};

/** @type {(area: number) => void} */
export function openSink(area) {
  sink.vertices = 0;
  sink.sea = 0;
  sink.area = area;
}

/** @type {() => Chunk} */
export function cutChunk() {
  const { vertices, sea } = sink;
  return {
    position: sink.position.slice(0, vertices * 3),
    normal: sink.normal.slice(0, vertices * 4),
    colour: sink.colour.slice(0, vertices * 4),
    detail: sink.detail.slice(0, vertices * 2),
    planes: planesOf(sink.position, sink.normal, vertices / 3),
    sea,
    vertices,
  };
}

/** The plane of each triangle. @type {(position: Float32Array, normal: Int8Array, triangles: number) => Float32Array} */
function planesOf(position, normal, triangles) {
  const planes = new Float32Array(triangles * 4);
  for (let t = 0; t < triangles; t++) {
    const x = normal[t * 12];
    const y = normal[t * 12 + 1];
    const z = normal[t * 12 + 2];
    planes[t * 4] = x;
    planes[t * 4 + 1] = y;
    planes[t * 4 + 2] = z;
    planes[t * 4 + 3] = x * position[t * 9] + y * position[t * 9 + 1] + z * position[t * 9 + 2];
  }
  return planes;
}

/** @type {(x: number, y: number, z: number, inland: number, phase: number) => void} */
export function pour(x, y, z, inland, phase) {
  const at = sink.vertices++;
  sink.position[at * 3] = x;
  sink.position[at * 3 + 1] = y;
  sink.position[at * 3 + 2] = z;
  sink.detail[at * 2] = inland;
  sink.detail[at * 2 + 1] = phase;
}

/** Colours travel as the root of their light: a shader squares them, and dark shades keep their steps. */
const ROOTS = Uint8Array.from({ length: 256 }, (_, i) => Math.round(255 * (i / 255) ** 1.1));

/** Paint the last triangle flat. @type {(colour: ArrayLike<number>, matter: number) => void} */
export function paint(colour, matter) {
  const p = sink.position;
  const a = (sink.vertices - 3) * 3;
  const ux = p[a + 3] - p[a];
  const uy = p[a + 4] - p[a + 1];
  const uz = p[a + 5] - p[a + 2];
  const vx = p[a + 6] - p[a];
  const vy = p[a + 7] - p[a + 1];
  const vz = p[a + 8] - p[a + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const scale = 127 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
  const red = ROOTS[Math.round(colour[0])];
  const green = ROOTS[Math.round(colour[1])];
  const blue = ROOTS[Math.round(colour[2])];
  const { normal, colour: colours, area } = sink;
  const end = sink.vertices * 4;
  for (let at = end - 12; at < end; at += 4) {
    normal[at] = nx * scale;
    normal[at + 1] = ny * scale;
    normal[at + 2] = nz * scale;
    normal[at + 3] = matter;
    colours[at] = red;
    colours[at + 1] = green;
    colours[at + 2] = blue;
    colours[at + 3] = area;
  }
}

/** A triangle of three points of one flat colour. */
export function facet(
  /** @type {ArrayLike<number>} */ a,
  /** @type {ArrayLike<number>} */ b,
  /** @type {ArrayLike<number>} */ c,
  /** @type {ArrayLike<number>} */ colour,
  matter = MATTER.plain,
  inland = 0.3,
) {
  pour(a[0], a[1], a[2], inland, 0);
  pour(b[0], b[1], b[2], inland, 0);
  pour(c[0], c[1], c[2], inland, 0);
  paint(colour, matter);
}
