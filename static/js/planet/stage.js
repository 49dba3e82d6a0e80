/**
 * One canvas with one planet: everything that can be shown on it and done to it. This is the planet's whole
 * interface; the other files hold how each part works.
 */
import * as THREE from "three";
import { nearestFace, normalOf } from "./attitude.js";
import { ownDisplay, sharedDisplay } from "./display.js";
import { makeEye } from "./eye.js";
import { makeFrames } from "./frames.js";
import { DETAIL, makeGlobe } from "./globe.js";
import { makeHalo } from "./halo.js";
import { bindHand } from "./hand.js";
import { makeHolding } from "./holding.js";
import { isSoftware, makeLadder } from "./ladder.js";
import { makeMoons } from "./moons.js";
import { beGenerous, wake } from "./pulse.js";
import { makeDust, makeTile, oneTile } from "./tile.js";
import { easeInOut, easeOut, fall, makeMotions } from "./tween.js";
import { makeUnroll } from "./unroll.js";

/** @typedef {import("./attitude.js").Attitude} Attitude */
/** @typedef {import("./pick.js").Pick} Pick */
/** @typedef {import("./moons.js").Moon} Moon */
/** @typedef {ReturnType<typeof createStage>} Stage */
/** @typedef {boolean | "always"} Spin */
/**
 * @typedef {object} Options
 * @property {string} areas 60 letters of "OFDMG", "." where no tile lies
 * @property {string} [seedText] planets with the same text and areas look the same
 * @property {"large" | "small"} [size]
 * @property {import("./ladder.js").Quality} [quality]
 * @property {boolean} [reducedMotion] nothing moves by itself; changes happen at once
 * @property {boolean} [interactive] whether a hand may turn it
 * @property {Spin} [spin] a slow turn, for pages where nothing is decided; without a graphics card, where it
 *   keeps the machine busy and the picture coarse, only "always" turns
 * @property {boolean} [space] stars and a nebula behind the planet
 * @property {number} [reach] half of what the canvas shows, in planet radii
 * @property {boolean} [signs] every area bears the sign of its habitat, for more contrast
 * @property {(pick: Pick) => void} [onPick] a press on an area
 * @property {() => void} [onSky] a press beside the planet
 * @property {(pick: Pick | null) => void} [onHover] the pointer, or a long press, is over an area
 * @property {(face: number) => void} [onFace] arrow keys brought another face to the front
 * @property {(by: number) => void} [onTurn] wheel or two fingers turn the tile in the hand
 * @property {(q: Attitude) => void} [onAttitude] the hand turned the planet; at most four times a second
 * @property {(isZoomed: boolean) => void} [onZoom] it is no longer as large as at first, or again
 * @property {() => void} [onShown] it is drawn for the first time
 * @property {(isForGood: boolean) => void} [onLost] the context is gone, or of no use at all: show the net
 * @property {() => void} [onReturned]
 */

const HOVER = 0.3;
const FLOWN_IN = 0.75;

/** @param {HTMLCanvasElement} canvas @param {Options} options */
export function createStage(canvas, options) {
  let { seedText = "" } = options;
  const { size = "large", reducedMotion = false, interactive = size === "large" } = options;
  const detail = DETAIL[size];
  const box = { width: 0, height: 0 };
  measure(canvas.getBoundingClientRect());
  const display = (size === "large" ? ownDisplay : sharedDisplay)(canvas, ...pixels(2));
  const { painter } = display;
  const soft = isSoftware(painter.renderer.getContext());
  const ladder = makeLadder(options.quality ?? "auto", soft);
  beGenerous(!soft);

  const scene = new THREE.Scene();
  const globe = makeGlobe(painter.materials, seedText, detail);
  scene.add(globe.group);
  const reach = options.reach ?? (size === "large" ? 1.5 : 1.36);
  const halo = makeHalo(scene, reach);
  /** Only pictures ask for it. @type {Promise<{dispose: () => void}> | null} */
  const space = options.space ? import("./space.js").then(({ makeSpace }) => makeSpace(scene)) : null;
  const dust = makeDust(globe.group);
  const motions = makeMotions();
  /** Fetched for those who ask for more contrast. @type {ReturnType<typeof import("./emblems.js").makeEmblems> | null} */
  let emblems = null;
  if (options.signs) void import("./emblems.js").then(bearSigns);
  const unroll = makeUnroll(globe, halo.mesh, box);
  const eye = makeEye(reach, box, unroll);
  const view = { scene, camera: eye.camera, globes: [globe], reach: 1.5, isCoarse: false };
  const q = globe.group.quaternion;
  const holding = makeHolding(q, motions, { reducedMotion, onAttitude: options.onAttitude });
  spin(options.spin ?? false);
  /** @type {import("./tile.js").Tile | null} */
  let tile = null;
  let worn = options.areas;
  let isOver = false;
  const last = { built: 0, calls: 0, triangles: 0 };
  build(options.areas);

  function spin(/** @type {Spin} */ on) {
    holding.spin(on === "always" || (on && !soft));
    wake();
  }

  function bearSigns(/** @type {typeof import("./emblems.js")} */ { makeEmblems }) {
    if (isOver) return;
    emblems = makeEmblems(globe.group, () => frames.refresh());
    emblems.show(worn);
    frames.refresh();
  }

  function build(/** @type {string} */ areas) {
    const start = performance.now();
    worn = areas;
    globe.setAreas(areas, seedText);
    emblems?.show(areas);
    last.built = performance.now() - start;
  }

  const frames = makeFrames({
    canvas,
    size,
    ladder,
    isMoving: () => motions.busy || holding.isMoving,
    advance(now, seconds) {
      motions.advance(now);
      holding.advance(seconds);
      painter.materials.shared.uTime.value = reducedMotion ? 0 : now / 1000;
    },
    paint({ live, moving, isCoarse }) {
      view.isCoarse = isCoarse;
      fit(isCoarse ? 1 : 2);
      if (live) painter.drawLive(view);
      else painter.drawFull(view, size === "small" ? 512 : moving ? 1024 : 2048);
      display.present();
      if (!last.calls) options.onShown?.();
      const { calls, triangles } = painter.renderer.info.render;
      Object.assign(last, { calls, triangles });
    },
    onSize: measure,
  });
  const { refresh } = frames;
  void painter.prepare(view).then(frames.begin, (error) => {
    console.warn(error);
    options.onLost?.(true);
  });
  const moons = makeMoons(globe.group, refresh);
  const length = (/** @type {number} */ ms) => (reducedMotion ? 0 : ms);

  function measure(/** @type {{width: number, height: number}} */ { width, height }) {
    Object.assign(box, { width, height });
  }

  function sharpness(/** @type {number} */ sharpest) {
    return Math.min(sharpest, globalThis.devicePixelRatio || 1);
  }

  /** @type {(sharpest: number) => [number, number]} */
  function pixels(sharpest) {
    const sharp = sharpness(sharpest);
    return [Math.max(2, Math.round(box.width * sharp)), Math.max(2, Math.round(box.height * sharp))];
  }

  function fit(/** @type {number} */ sharpest) {
    display.begin(...pixels(sharpest));
    eye.stand(holding.zoom);
    emblems?.size(Math.max(14, eye.radius() * 0.135) * sharpness(sharpest));
    emblems?.hide(unroll.share > 0);
    moons.hide(unroll.share > 0);
    moons.turn(q, holding.zoom);
    tile?.stayWithin((face) => eye.roomAbove(normalOf(face).applyQuaternion(q)));
    view.reach = unroll.share ? 4.2 : 1.5;
  }

  /** Larger than the canvas, the planet fades at its edges. */
  function zoomTo(/** @type {number} */ zoom) {
    const was = holding.zoom;
    holding.zoomTo(Math.abs(zoom - 1) < 0.03 ? 1 : zoom);
    canvas.classList.toggle("is-zoomed", holding.zoom > 1);
    if ((was === 1) !== (holding.zoom === 1)) options.onZoom?.(holding.zoom !== 1);
    refresh();
  }

  const pickAt = (/** @type {number} */ x, /** @type {number} */ y) => {
    eye.stand(holding.zoom);
    return unroll.share ? null : eye.pick(globe, x, y);
  };

  /** @type {import("./hand.js").Grip} */
  const grip = {
    grab: holding.grab,
    roll(dx, dy) {
      if (!unroll.share) holding.roll(dx, dy);
      refresh();
    },
    release(vx, vy) {
      if (unroll.share) return;
      holding.release(vx, vy);
      wake();
    },
    zoom: (factor) => zoomTo(holding.zoom * factor),
    tap(x, y) {
      const pick = pickAt(x, y);
      if (pick) options.onPick?.(pick);
      else if (!unroll.share) options.onSky?.();
    },
    centre(x, y) {
      const pick = pickAt(x, y);
      if (pick) holding.faceTo(pick.face);
    },
    hover(x, y) {
      if (options.onHover) options.onHover(pickAt(x, y));
    },
    leave: () => options.onHover?.(null),
    step(x, y) {
      if (unroll.share) return false;
      const face = holding.step(x, y);
      options.onFace?.(face);
      return true;
    },
    turn(by) {
      if (!tile || tile.face < 0 || !options.onTurn) return false;
      options.onTurn(by);
      return true;
    },
  };
  const unbindHand = interactive ? bindHand(canvas, eye.radius, grip) : () => {};

  function inHand() {
    tile ??= makeTile(painter.materials, detail, globe.group);
    if (!view.globes.includes(tile.globe)) view.globes.push(tile.globe);
    return tile;
  }

  /** The tile flies in or falls from the hand, clicks home in a ring of dust, and is part of the planet. */
  function drop(/** @type {string} */ areas, /** @type {number} */ face) {
    const falling = inHand();
    const high = falling.face === face ? HOVER : FLOWN_IN;
    falling.show(oneTile(areas.slice(face * 5, face * 5 + 5), face, 0), seedText);
    const land = () => {
      falling.hide();
      build(areas);
      motions.start("dust", 420, (t) => dust.puff(face, t));
    };
    motions.start("drop", 320, (t) => falling.lift(high * (1 - fall(t))), land);
    wake();
  }

  const onLost = (/** @type {Event} */ event) => {
    event.preventDefault();
    frames.lose(true);
    options.onLost?.(false);
  };
  const onReturned = () => {
    frames.lose(false);
    options.onReturned?.();
  };
  display.context.addEventListener("webglcontextlost", onLost);
  display.context.addEventListener("webglcontextrestored", onReturned);

  return {
    canvas,
    /** New areas; with `animate` the tile on that face falls into place first. With another text: another planet. */
    setAreas(
      /** @type {string} */ areas,
      /** @type {{animate?: {face: number}, seedText?: string}} */ {
        animate,
        seedText: text = seedText,
      } = {},
    ) {
      seedText = text;
      globe.uniforms.uTarget.value = -1;
      if (animate && !reducedMotion) return drop(areas, animate.face);
      motions.stop("drop");
      tile?.hide();
      build(areas);
      refresh();
    },
    /** The tile in the hand, hovering over a face; null puts it away. */
    ghost(/** @type {string | null} */ letters, face = 0, turn = 0) {
      globe.uniforms.uTarget.value = letters ? face : -1;
      if (!letters) tile?.hide();
      else {
        const isNew = inHand().face !== face;
        inHand().show(oneTile(letters, face, turn), seedText);
        if (isNew) motions.start("hover", length(220), (t) => inHand().lift(HOVER + 0.16 * (1 - easeOut(t))));
      }
      refresh();
    },
    /** Let areas glow and the rest stand back; null ends it. */
    glow(/** @type {Iterable<number> | null} */ areas) {
      const { uGlow, uGlowing } = globe.uniforms;
      if (areas) uGlow.value.fill(0);
      for (const area of areas ?? []) uGlow.value[area] = 1;
      const [from, to] = [uGlowing.value, areas ? 1 : 0];
      const step = (/** @type {number} */ t) => {
        uGlowing.value = from + (to - from) * t;
      };
      motions.start("glow", length(160), step);
      wake();
    },
    /** The animals that live here; with `animate` new ones arrive. */
    animals(/** @type {Moon[]} */ wanted, { animate = false } = {}) {
      const fresh = moons.set(wanted);
      if (animate && fresh.length) motions.start("moons", length(900), (t) => moons.place(fresh, t));
      else motions.stop("moons");
      refresh();
    },
    still: frames.still,
    settled: painter.settled,
    faceTo: holding.faceTo,
    bring: holding.bring,
    step: holding.step,
    /** The whole planet, as it was at first. */
    home() {
      const from = holding.zoom;
      motions.start("zoom", length(260), (t) => zoomTo(from + (1 - from) * easeOut(t)));
      holding.home();
    },
    attitude: holding.attitude,
    /** As somebody else holds it; at once where the hand that turns it is seen itself. */
    setAttitude(/** @type {Attitude} */ [x, y, z, w], ms = 240) {
      holding.turnTo(new THREE.Quaternion(x, y, z, w).normalize(), ms);
    },
    /** The face nearest to the eye. */
    get face() {
      return nearestFace(q);
    },
    spin,
    /** The area under a point of the canvas, in CSS pixels from its corner. @type {(x: number, y: number) => Pick | null} */
    pick: (x, y) => pickAt((x / box.width) * 2 - 1, 1 - (y / box.height) * 2),
    /** From globe to net and back, in one motion; `heart` is the face in the middle of the net. */
    unroll(/** @type {boolean} */ flat, heart = 0) {
      const from = unroll.share;
      /** @type {Promise<void>} */
      const done = new Promise((end) => {
        const step = (/** @type {number} */ t) =>
          unroll.set(from + (Number(flat) - from) * easeInOut(t), heart);
        motions.start("unroll", length(1100), step, end);
      });
      wake();
      return done;
    },
    /** A picture to keep. @type {(how: {width: number, height: number, background?: string}) => Promise<Blob>} */
    snapshot: async (how) => (await import("./snapshot.js")).toBlob(painter, view, eye, how).finally(refresh),
    /** Where the heart of an area is seen, in CSS pixels, and whether it faces the eye. */
    where(/** @type {number} */ area) {
      eye.stand(holding.zoom);
      return eye.see(globe, area);
    },
    /** What the last frames took and what is held; `built` is the time of the last change of areas. */
    stats: () => ({ ...frames.stats(), ...last, ...painter.renderer.info.memory, step: ladder.step, soft }),
    /** Lose the context on purpose, or bring it back: for tests. */
    lose: () => painter.renderer.forceContextLoss(),
    restore: () => painter.renderer.forceContextRestore(),
    dispose() {
      isOver = true;
      frames.dispose();
      unbindHand();
      display.context.removeEventListener("webglcontextlost", onLost);
      display.context.removeEventListener("webglcontextrestored", onReturned);
      for (const part of [emblems, moons, dust, tile, halo, globe, display]) part?.dispose();
      void space?.then((part) => part.dispose());
    },
  };
}
