/**
 * The planets that docs/planet.md shows, each drawn by the planet itself: `scripts/planets` imports this into a
 * blank page. A scene is a promise of a canvas.
 */
import { keepsake } from "../static/js/planet/keepsake.js";
import { mountGlobe } from "../static/js/planet/mount.js";
import { planetFrom } from "../static/js/rules/planet.js";

/** @typedef {import("../static/js/planet/stage.js").Stage} Stage */
/** @typedef {import("../static/js/planet/mount.js").MountOptions} Options */

const FINISHED = "ODFFOOOODODDMMDFFDOOOOOMMMMMMOGGMDDFFDMGFOOOFOMMMMODDMMOOOFO";
const DEALT = "FMGGMFOOFFMFFFFGFFGGOGGOODOOOOMOFMMGFFFOMMGGDOMOOMMMOOMMOMMM";
const EARLY = "OOFFM.....GGGGO.....FDDDD.....GGOOF.....DGGGG.....FFDDD.....";
const FONT = "/node_modules/@fontsource-variable/onest/files/onest-latin-wght-normal.woff2";
const GROUND = "#0a0e22";
const [WIDTH, HEIGHT] = [960, 600];

/**
 * @param {Partial<Options>} how
 * @param {{width: number, height: number, background?: string}} size
 * @param {(stage: Stage) => void | Promise<void>} [act]
 */
async function picture(how, { width, height, background }, act) {
  const place = document.createElement("div");
  place.style.cssText = `position:fixed;inset:0 auto auto 0;width:${width / 4}px;height:${height / 4}px`;
  document.body.append(place);
  const options = { areas: FINISHED, seedText: "home", reducedMotion: true, ...how };
  const stage = mountGlobe(place, options);
  if (!stage) throw new Error("This browser shows no globe");
  await act?.(stage);
  await drawn(stage);
  const blob = await stage.snapshot({ width: width * 2, height: height * 2, background });
  stage.dispose();
  place.remove();
  return createImageBitmap(blob);
}

/** Until it stands there in full quality, with its animals. @param {Stage} stage */
async function drawn(stage) {
  do await new Promise((resolve) => setTimeout(resolve, 700));
  while (!stage.stats().rich);
}

/** @param {number} [width] @param {number} [height] */
function sheet(width = WIDTH, height = HEIGHT) {
  const canvas = new OffscreenCanvas(width, height);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.imageSmoothingQuality = "high";
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, width, height);
  return { canvas, pen };
}

/** One planet among stars. @param {Partial<Options>} how @param {(stage: Stage) => void | Promise<void>} [act] */
async function alone(how, act) {
  const { canvas, pen } = sheet();
  const size = { width: WIDTH, height: HEIGHT, background: GROUND };
  pen.drawImage(await picture({ space: true, reach: 1.4, ...how }, size, act), 0, 0, WIDTH, HEIGHT);
  return canvas;
}

/** The largest region of a habitat. @param {string} habitat */
const largest = (habitat) =>
  planetFrom(FINISHED)
    .regions.filter((region) => region.habitat === habitat)
    .reduce((best, region) => (region.size > best.size ? region : best)).areas;

export const scenes = {
  "planet-finished": () => alone({}, (stage) => stage.setAttitude([0.1, 0.42, 0.05, 0.9])),
  "planet-dealt": () => alone({ areas: DEALT, seedText: "large" }, (stage) => stage.setAttitude([0.2, -0.3, 0, 0.9])),
  "planet-terminator": async () => {
    const { canvas, pen } = sheet();
    const size = { width: 1600, height: 1000, background: GROUND };
    const planet = await picture({ space: true, reach: 1.3, areas: DEALT, seedText: "large" }, size, (stage) =>
      stage.setAttitude([0.1, 0.2, 0, 1]),
    );
    pen.drawImage(planet, -600, -370, 1600, 1000);
    return canvas;
  },
  "planet-held": () =>
    alone({ areas: EARLY, seedText: "early" }, (stage) => {
      stage.faceTo(2);
      stage.ghost("DDMGG", 1, 0);
    }),
  "planet-award": () =>
    alone({}, (stage) => {
      const areas = largest("M");
      stage.faceTo(Math.floor(areas[4] / 5));
      stage.glow(areas);
      stage.animals([{ key: "ibex", habitat: "M", area: areas[4] }]);
    }),
  "planet-four": async () => {
    const { canvas, pen } = sheet();
    const large = await picture({ space: true, reach: 1.45 }, { width: WIDTH, height: HEIGHT }, (stage) =>
      stage.setAttitude([0.5, 0.6, 0.1, 0.6]),
    );
    pen.drawImage(large, -130, 0, WIDTH, HEIGHT);
    const others = [DEALT, EARLY, FINISHED];
    for (const [i, areas] of others.entries()) {
      const side = 190;
      const how = { areas, seedText: `small${i}`, size: /** @type {const} */ ("small") };
      const small = await picture(how, { width: side, height: side }, (stage) => stage.faceTo(2 + 3 * i));
      pen.drawImage(small, WIDTH - side - 40, 8 + i * (side + 6), side, side);
    }
    return canvas;
  },
  "planet-habitats": async () => {
    const side = WIDTH / 5;
    const { canvas, pen } = sheet(WIDTH, side * 2 + 20);
    for (const [i, habitat] of [..."OFDMG"].entries()) {
      const planet = await picture({ areas: habitat.repeat(60), reach: 1.25 }, { width: side, height: side });
      pen.filter = "none";
      pen.drawImage(planet, i * side, 10, side, side);
      pen.filter = "grayscale(1)";
      pen.drawImage(planet, i * side, side + 10, side, side);
    }
    return canvas;
  },
  "planet-keepsake": async () => {
    const font = new FontFace("Onest Variable", `url(${FONT})`, { weight: "100 900" });
    document.fonts.add(await font.load());
    const { canvas, pen } = sheet(640, 640);
    const words = { title: "Maya wins", reason: "", lines: ["Maya 17", "Jonas 14", "Comet 10", "Tern 8"], from: "Terrahedron" };
    const place = document.createElement("div");
    place.style.cssText = "position:fixed;inset:0 auto auto 0;width:300px;height:300px";
    document.body.append(place);
    const stage = mountGlobe(place, { areas: FINISHED, seedText: "home", reducedMotion: true, reach: 1.38 });
    if (!stage) throw new Error("This browser shows no globe");
    stage.setAttitude([0.1, 0, 0, 1]);
    await drawn(stage);
    pen.drawImage(await createImageBitmap(await keepsake(stage, words)), 0, 0, 640, 640);
    stage.dispose();
    return canvas;
  },
};
