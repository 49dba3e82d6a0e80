/**
 * What portraits of planets are put together from, drawn by the planet itself and by the signs: `scripts/portraits`
 * imports this into a blank page. Each picture comes as base64 of its pixels.
 */
import { mountGlobe } from "../static/js/planet/mount.js";
import { AREA_NEIGHBOURS } from "../static/js/rules/sphere.js";

const ATTITUDE = [0.12, 0.42, 0.05, 0.9];
const REACH = 1.36;
const NIGHT = "#090d20";
const FONT = "/node_modules/@fontsource-variable/onest/files/onest-latin-wght-normal.woff2";
const NOT_PLANET = 255;

/** @typedef {import("../static/js/planet/stage.js").Stage} Stage */

/** Three colours for the areas, so that no two neighbours have the same. */
const COLOURS = coloured([]);

/** @param {number[]} begun @returns {number[]} */
function coloured(begun) {
  if (begun.length === AREA_NEIGHBOURS.length) return begun;
  const taken = AREA_NEIGHBOURS[begun.length].map((other) => begun[other]);
  for (const colour of [0, 1, 2]) {
    const found = taken.includes(colour) ? [] : coloured([...begun, colour]);
    if (found.length > 0) return found;
  }
  return [];
}

/** @template T @param {string} areas @param {(stage: Stage) => T} act @returns {Promise<Awaited<T>>} */
async function onStage(areas, act) {
  const place = document.createElement("div");
  place.style.cssText = "position:fixed;inset:0 auto auto 0;width:315px;height:315px";
  document.body.append(place);
  const how = { seedText: "portrait", quality: /** @type {const} */ ("high"), reducedMotion: true, reach: REACH };
  const stage = mountGlobe(place, { areas, ...how });
  if (!stage) throw new Error("This browser shows no globe");
  stage.setAttitude(/** @type {import("../static/js/planet/attitude.js").Attitude} */ (ATTITUDE));
  do await new Promise((resolve) => setTimeout(resolve, 500));
  while (!stage.stats().rich);
  const result = await act(stage);
  stage.dispose();
  place.remove();
  return result;
}

/** A planet on the night sky. @param {string} areas @param {number} edge */
async function pictureOf(areas, edge) {
  const blob = await onStage(areas, (stage) => stage.snapshot({ width: 2 * edge, height: 2 * edge }));
  const { canvas, pen } = sheet(edge, edge);
  drawSky(pen, edge);
  pen.drawImage(await createImageBitmap(blob), 0, 0, edge, edge);
  return pixelsOf(canvas, pen);
}

/** @param {number} width @param {number} height */
function sheet(width, height) {
  const canvas = new OffscreenCanvas(width, height);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.imageSmoothingQuality = "high";
  pen.fillStyle = NIGHT;
  pen.fillRect(0, 0, width, height);
  return { canvas, pen };
}

/** The glow round a planet, and stars. @param {OffscreenCanvasRenderingContext2D} pen @param {number} edge */
function drawSky(pen, edge) {
  const middle = edge / 2;
  const glow = pen.createRadialGradient(middle, middle, 0, middle, middle, middle);
  glow.addColorStop(0.6, "#1b2350");
  glow.addColorStop(1, NIGHT);
  pen.fillStyle = glow;
  pen.fillRect(0, 0, edge, edge);
  for (let i = 0; i < 90; i++) {
    const [x, y, size] = [(i * 397) % edge, (i * 251 + 97) % edge, 0.6 + ((i * 61) % 100) / 90];
    pen.fillStyle = `rgba(243, 245, 255, ${0.2 + ((i * 37) % 60) / 100})`;
    pen.beginPath();
    pen.arc(x, y, size, 0, 2 * Math.PI);
    pen.fill();
  }
}

/** @param {OffscreenCanvas} canvas @param {OffscreenCanvasRenderingContext2D} pen */
function pixelsOf(canvas, pen) {
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  return base64(new Uint8Array(data.buffer));
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

/** One habitat everywhere. @param {string} habitat @param {number} edge */
export const everywhere = (habitat, edge) => pictureOf(habitat.repeat(60), edge);

/** One habitat on the areas of one colour only, so that each has its shores. @param {string} habitat @param {number} colour @param {number} edge */
export function alone(habitat, colour, edge) {
  const other = habitat === "D" ? "M" : "D";
  const areas = COLOURS.map((own) => (own === colour ? habitat : other)).join("");
  return pictureOf(areas, edge);
}

/** Which area each pixel shows, with the border that is nearest there. @param {number} edge */
export async function places(edge) {
  const areas = await onStage("O".repeat(60), (stage) => seen(stage, edge));
  const borders = base64(nearestBorders(areas, edge));
  return { areas: base64(areas), borders, colours: COLOURS };
}

/** @param {Stage} stage @param {number} edge */
function seen(stage, edge) {
  stage.eye.stand(1, 1);
  const areas = new Uint8Array(edge * edge).fill(NOT_PLANET);
  for (let y = 0; y < edge; y++)
    for (let x = 0; x < edge; x++) {
      const [across, up] = [((x + 0.5) / edge) * 2 - 1, 1 - ((y + 0.5) / edge) * 2];
      if (Math.hypot(across, up) * REACH > 1.35) continue;
      const pick = stage.eye.pick(stage.globe, across, up);
      if (pick) areas[y * edge + x] = 5 * pick.face + pick.slot;
    }
  return areas;
}

/** For each pixel of the planet the neighbour whose area is nearest. @param {Uint8Array} areas @param {number} edge */
function nearestBorders(areas, edge) {
  /** @type {Map<number, [number, number, number][]>} */
  const borders = new Map();
  for (let at = edge; at < areas.length - edge; at++) {
    const own = areas[at];
    if (own === NOT_PLANET) continue;
    for (const other of [areas[at - 1], areas[at + 1], areas[at - edge], areas[at + edge]])
      if (other !== own && other !== NOT_PLANET && AREA_NEIGHBOURS[own].includes(other)) {
        const list = borders.get(own) ?? [];
        list.push([at % edge, Math.floor(at / edge), other]);
        borders.set(own, list);
      }
  }
  return areas.map((own, at) => (own === NOT_PLANET ? NOT_PLANET : nearest(borders.get(own) ?? [], at % edge, Math.floor(at / edge))));
}

/** @param {[number, number, number][]} border @param {number} x @param {number} y */
function nearest(border, x, y) {
  let [best, found] = [Infinity, NOT_PLANET];
  for (const [bx, by, other] of border) {
    const away = (bx - x) ** 2 + (by - y) ** 2;
    if (away < best) [best, found] = [away, other];
  }
  return found;
}

/** The ground of the whole portrait. @param {number} width @param {number} edge */
export async function ground(width, edge) {
  const { canvas, pen } = sheet(width, edge);
  drawSky(pen, edge);
  pen.fillStyle = "#8e98c2";
  pen.textAlign = "right";
  pen.font = `600 30px ${await font()}`;
  pen.fillText("Terrahedron", width - 48, edge - 44);
  return pixelsOf(canvas, pen);
}

async function font() {
  const face = new FontFace("Onest Variable", `url(${FONT})`, { weight: "100 900" });
  document.fonts.add(await face.load());
  return '"Onest Variable"';
}

/** The ten figures, one below the other. @param {number} width @param {number} height */
export async function figures(width, height) {
  const { canvas, pen } = sheet(width, 10 * height);
  pen.fillStyle = "#f3f5ff";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `700 ${height}px ${await font()}`;
  for (let figure = 0; figure < 10; figure++) pen.fillText(String(figure), width / 2, (figure + 0.54) * height);
  return pixelsOf(canvas, pen);
}

/** Animals on their discs, one below the other. @param {{key: string, colour: string}[]} animals @param {number} size */
export async function animals(animals, size) {
  const { canvas, pen } = sheet(size, size * animals.length);
  const sprite = new DOMParser().parseFromString(await (await fetch("/static/signs/sprite.svg")).text(), "image/svg+xml");
  for (const [i, { key, colour }] of animals.entries()) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(size / 2, (i + 0.5) * size, size / 2 - 1, 0, 2 * Math.PI);
    pen.fill();
    pen.drawImage(await drawing(sprite, `animal-${key}`, size), 0, i * size, size, size);
  }
  return pixelsOf(canvas, pen);
}

/** @param {Document} sprite @param {string} id @param {number} size */
async function drawing(sprite, id, size) {
  const symbol = /** @type {Element} */ (sprite.getElementById(id));
  const box = symbol.getAttribute("viewBox") ?? "";
  const look = symbol.getAttribute("style") ?? "";
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" style="${look}" color="#10142a" width="${size}" height="${size}">${symbol.innerHTML}</svg>`;
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}
