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
import { bindGrip } from "./grip.js";
import { makeHalo } from "./halo.js";
import { Holding } from "./holding.js";
import { isSoftware, makeLadder } from "./ladder.js";
import { beGenerous, wake } from "./pulse.js";
import { makeDust, makeTile, oneTile } from "./tile.js";
import { easeInOut, easeOut, fall, makeMotions } from "./tween.js";
import { makeUnroll } from "./unroll.js";

/** @typedef {import("./attitude.js").Attitude} Attitude */
/** @typedef {import("./pick.js").Pick} Pick */
/** @typedef {import("./moons.js").Moon} Moon */
/** @typedef {import("./mount.js").MountOptions} Options */
/** @typedef {import("./mount.js").Spin} Spin */

/** How long motions take, in ms. */
const DROP = 320;
const DUST = 420;
const HOVERS = 220;
const GLOWS = 160;
const ARRIVES = 900;
const UNZOOMS = 260;
const FOLLOWS = 240;
const UNROLLS = 1100;
/** How high a tile hovers, and from where one flies in. */
const HOVER = 0.3;
const FLOWN_IN = 0.75;

export class Stage {
  /** @param {HTMLCanvasElement} canvas @param {Options} options */
  constructor(canvas, options) {
    const { size = "large", seedText = "", reducedMotion = false, interactive = size === "large" } = options;
    this.canvas = canvas;
    this.options = options;
    this.size = size;
    this.seedText = seedText;
    this.reducedMotion = reducedMotion;
    this.box = { width: 0, height: 0 };
    this.measure(canvas.getBoundingClientRect());
    this.display = (size === "large" ? ownDisplay : sharedDisplay)(canvas, ...this.pixels(2));
    this.painter = this.display.painter;
    this.soft = isSoftware(this.painter.renderer.getContext());
    this.ladder = makeLadder(options.quality ?? "auto", this.soft);
    beGenerous(!this.soft);
    this.motions = makeMotions();
    this.last = { built: 0, calls: 0, triangles: 0 };
    this.worn = options.areas;
    this.isOver = false;
    /** In the hand. @type {import("./tile.js").Tile | null} */
    this.tile = null;
    /** Fetched for those who ask for more contrast. @type {ReturnType<typeof import("./emblems.js").makeEmblems> | null} */
    this.emblems = null;
    const scene = new THREE.Scene();
    this.globe = makeGlobe(this.painter.materials, seedText, DETAIL[size]);
    scene.add(this.globe.group);
    const reach = options.reach ?? (size === "large" ? 1.5 : 1.36);
    this.halo = makeHalo(scene, reach);
    /** Only pictures ask for it. @type {Promise<{dispose: () => void}> | null} */
    this.space = options.space ? import("./space.js").then(({ makeSpace }) => makeSpace(scene)) : null;
    this.dust = makeDust(this.globe.group);
    this.unrolled = makeUnroll(this.globe, this.halo.mesh, this.box);
    this.eye = makeEye(reach, this.box, this.unrolled);
    this.view = { scene, camera: this.eye.camera, globes: [this.globe], reach: 1.5, isCoarse: false };
    this.q = this.globe.group.quaternion;
    this.holding = new Holding(this.q, this.motions, { reducedMotion, onAttitude: options.onAttitude });
    this.spin(options.spin ?? false);
    this.build(options.areas);
    this.frames = makeFrames({
      canvas,
      size,
      ladder: this.ladder,
      isMoving: () => this.motions.busy || this.holding.isMoving,
      advance: (now, seconds) => this.advance(now, seconds),
      paint: (how) => this.paint(how),
      onSize: (box) => this.measure(box),
    });
    /** Fetched with the first animal. @type {ReturnType<typeof import("./moons.js").makeMoons> | null} */
    this.moons = null;
    /** @type {Moon[]} */
    this.living = [];
    this.begin(interactive);
  }

  /** Its first frame comes once all shaders are compiled. @param {boolean} interactive */
  begin(interactive) {
    this.painter.prepare(this.view).then(this.frames.begin, (error) => {
      console.warn(error);
      this.options.onLost?.(true);
    });
    if (this.options.signs) void import("./emblems.js").then((emblems) => this.bearSigns(emblems));
    this.unbindHand = interactive ? bindGrip(this) : () => {};
    this.life = new AbortController();
    const { signal } = this.life;
    const { context } = this.display;
    context.addEventListener("webglcontextlost", (event) => this.loseContext(event), { signal });
    context.addEventListener("webglcontextrestored", () => this.regainContext(), { signal });
  }

  // The picture.

  measure(/** @type {{width: number, height: number}} */ { width, height }) {
    Object.assign(this.box, { width, height });
  }

  sharpness(/** @type {number} */ sharpest) {
    return Math.min(sharpest, globalThis.devicePixelRatio || 1);
  }

  /** @type {(sharpest: number) => [number, number]} */
  pixels(sharpest) {
    const sharp = this.sharpness(sharpest);
    const { width, height } = this.box;
    return [Math.max(2, Math.round(width * sharp)), Math.max(2, Math.round(height * sharp))];
  }

  advance(/** @type {number} */ now, /** @type {number} */ seconds) {
    this.motions.advance(now);
    this.holding.advance(seconds);
    this.painter.materials.shared.uTime.value = this.reducedMotion ? 0 : now / 1000;
  }

  paint(/** @type {{live: boolean, moving: boolean, isCoarse: boolean}} */ { live, moving, isCoarse }) {
    const { painter, view } = this;
    view.isCoarse = isCoarse;
    this.fit(isCoarse ? 1 : 2);
    if (live) painter.drawLive(view);
    else painter.drawFull(view, this.size === "small" ? 512 : moving ? 1024 : 2048);
    this.display.present();
    if (!this.last.calls) this.options.onShown?.();
    const { calls, triangles } = painter.renderer.info.render;
    Object.assign(this.last, { calls, triangles });
  }

  fit(/** @type {number} */ sharpest) {
    const { eye, emblems, moons, holding } = this;
    const isRolledOut = this.unrolled.share > 0;
    this.painter.size(...this.pixels(sharpest));
    eye.stand(holding.zoom);
    emblems?.size(Math.max(14, eye.radius() * 0.135) * this.sharpness(sharpest));
    emblems?.hide(isRolledOut);
    moons?.hide(isRolledOut);
    moons?.turn(this.q, holding.zoom);
    this.tile?.stayWithin((face) => eye.roomAbove(normalOf(face).applyQuaternion(this.q)));
    this.view.reach = isRolledOut ? 4.2 : 1.5;
  }

  refresh() {
    this.frames.refresh();
  }

  loseContext(/** @type {Event} */ event) {
    event.preventDefault();
    this.frames.lose(true);
    this.options.onLost?.(false);
  }

  regainContext() {
    this.painter.cast = null;
    this.frames.lose(false);
    this.options.onReturned?.();
  }

  // What is on the planet.

  bearSigns(/** @type {typeof import("./emblems.js")} */ { makeEmblems }) {
    if (this.isOver) return;
    this.emblems = makeEmblems(this.globe.group, () => this.refresh());
    this.emblems.show(this.worn);
    this.refresh();
  }

  build(/** @type {string} */ areas) {
    const start = performance.now();
    this.worn = areas;
    this.globe.setAreas(areas, this.seedText);
    this.emblems?.show(areas);
    this.last.built = performance.now() - start;
  }

  /** New areas; with `animate` the tile on that face falls into place first. With another text: another planet. */
  setAreas(
    /** @type {string} */ areas,
    /** @type {{animate?: {face: number}, seedText?: string}} */ { animate, seedText = this.seedText } = {},
  ) {
    this.seedText = seedText;
    this.globe.uniforms.uTarget.value = -1;
    if (animate && !this.reducedMotion) return this.drop(areas, animate.face);
    this.motions.stop("drop");
    this.tile?.hide();
    this.build(areas);
    this.refresh();
  }

  inHand() {
    this.tile ??= makeTile(this.painter.materials, DETAIL[this.size], this.globe);
    const { globes } = this.view;
    if (!globes.includes(this.tile.globe)) globes.push(this.tile.globe);
    return this.tile;
  }

  /** The tile flies in or falls from the hand, clicks home in a ring of dust, and is part of the planet. */
  drop(/** @type {string} */ areas, /** @type {number} */ face) {
    this.motions.finish("drop");
    const falling = this.inHand();
    const high = falling.face === face ? HOVER : FLOWN_IN;
    falling.show(oneTile(areas.slice(face * 5, face * 5 + 5), face, 0), this.seedText);
    falling.pale(false);
    const land = () => {
      falling.hide();
      this.build(areas);
      this.motions.start("dust", DUST, (t) => this.dust.puff(face, t));
    };
    this.motions.start("drop", DROP, (t) => falling.lift(high * (1 - fall(t))), land);
    wake();
  }

  /** Nothing moves by itself for whoever wants that. */
  length(/** @type {number} */ ms) {
    return this.reducedMotion ? 0 : ms;
  }

  /** The tile in the hand, hovering over a face, or `pale` when only proposed; null puts it away, but not one that falls. */
  ghost(/** @type {string | null} */ letters, face = 0, turn = 0, pale = false) {
    this.globe.uniforms.uTarget.value = letters ? face : -1;
    if (letters) {
      this.motions.finish("drop");
      const tile = this.inHand();
      const isNew = tile.face !== face;
      tile.show(oneTile(letters, face, turn), this.seedText);
      tile.pale(pale);
      const sink = (/** @type {number} */ t) => tile.lift(HOVER + 0.16 * (1 - easeOut(t)));
      if (isNew) this.motions.start("hover", this.length(HOVERS), sink);
    } else if (!this.motions.has("drop")) this.tile?.hide();
    this.refresh();
  }

  /** Let areas glow, of the tile in the hand, too, and the rest stand back; null ends it. */
  glow(/** @type {Iterable<number> | null} */ areas) {
    const { uGlow, uGlowing } = this.globe.uniforms;
    if (areas) uGlow.value.fill(0);
    for (const area of areas ?? []) uGlow.value[area] = 1;
    const [from, to] = [uGlowing.value, areas ? 1 : 0];
    const step = (/** @type {number} */ t) => {
      uGlowing.value = from + (to - from) * t;
    };
    this.motions.start("glow", this.length(GLOWS), step);
    wake();
  }

  /** The animals that live here; with `animate` new ones arrive. */
  async animals(/** @type {Moon[]} */ wanted, { animate = false } = {}) {
    this.living = wanted;
    if (!this.moons && wanted.length === 0) return;
    const { makeMoons } = await import("./moons.js");
    if (this.isOver || this.living !== wanted) return;
    this.moons ??= makeMoons(this.globe.group, this.frames.refresh);
    this.settle(this.moons, animate);
  }

  /** @type {(moons: NonNullable<Stage["moons"]>, animate: boolean) => void} */
  settle(moons, animate) {
    const fresh = moons.set(this.living);
    const arrive = (/** @type {number} */ t) => moons.place(fresh, t);
    if (animate && fresh.length) this.motions.start("moons", this.length(ARRIVES), arrive);
    else this.motions.stop("moons");
    this.refresh();
  }

  // How it is held.

  spin(/** @type {Spin} */ on) {
    this.holding.spins = on === "always" || (on && !this.soft);
    wake();
  }

  faceTo(/** @type {number} */ face) {
    this.holding.faceTo(face);
  }

  /** @type {(face: number, most: number) => void} */
  bring(face, most) {
    this.holding.bring(face, most);
  }

  /** @type {(x: number, y: number) => number} */
  step(x, y) {
    return this.holding.step(x, y);
  }

  /** The whole planet, as it was at first. */
  home() {
    const from = this.holding.zoom;
    const step = (/** @type {number} */ t) => this.zoomTo(from + (1 - from) * easeOut(t));
    this.motions.start("zoom", this.length(UNZOOMS), step);
    this.holding.home();
  }

  /** Larger than the canvas, the planet fades at its edges. */
  zoomTo(/** @type {number} */ zoom) {
    const { holding } = this;
    const was = holding.zoom;
    holding.zoomTo(Math.abs(zoom - 1) < 0.03 ? 1 : zoom);
    this.canvas.classList.toggle("is-zoomed", holding.zoom > 1);
    if ((was === 1) !== (holding.zoom === 1)) this.options.onZoom?.(holding.zoom !== 1);
    this.refresh();
  }

  attitude() {
    return this.holding.attitude;
  }

  /** As somebody else holds it; at once where the hand that turns it is seen itself. @type {(q: Attitude, ms?: number) => void} */
  setAttitude([x, y, z, w], ms = FOLLOWS) {
    this.holding.turnTo(new THREE.Quaternion(x, y, z, w).normalize(), ms);
  }

  /** The face nearest to the eye. */
  get face() {
    return nearestFace(this.q);
  }

  /** From globe to net and back, in one motion; `centre` is the face in the middle of the net. */
  unroll(/** @type {boolean} */ flat, centre = 0) {
    const from = this.unrolled.share;
    /** @type {Promise<void>} */
    const done = new Promise((end) => {
      const step = (/** @type {number} */ t) =>
        this.unrolled.set(from + (Number(flat) - from) * easeInOut(t), centre);
      this.motions.start("unroll", this.length(UNROLLS), step, end);
    });
    wake();
    return done;
  }

  // What is asked of it.

  /** The area under a point of the canvas, -1 to 1. @type {(x: number, y: number) => Pick | null} */
  pickAt(x, y) {
    this.eye.stand(this.holding.zoom);
    return this.unrolled.share ? null : this.eye.pick(this.globe, x, y);
  }

  /** The area under a point of the canvas, in CSS pixels from its corner. @type {(x: number, y: number) => Pick | null} */
  pick(x, y) {
    return this.pickAt((x / this.box.width) * 2 - 1, 1 - (y / this.box.height) * 2);
  }

  /** Where the middle of an area is seen, in CSS pixels, and whether it faces the eye. */
  where(/** @type {number} */ area) {
    this.eye.stand(this.holding.zoom);
    return this.eye.see(this.globe, area);
  }

  /** A picture to keep. @type {(how: {width: number, height: number, background?: string}) => Promise<Blob>} */
  async snapshot(how) {
    const { toBlob } = await import("./snapshot.js");
    return toBlob(this.painter, this.view, this.eye, how).finally(() => this.refresh());
  }

  still() {
    return this.frames.still();
  }

  settled() {
    return this.painter.settled();
  }

  /** What the last frames took and what is held; `built` is the time of the last change of areas. */
  stats() {
    const { memory } = this.painter.renderer.info;
    return { ...this.frames.stats(), ...this.last, ...memory, step: this.ladder.step, soft: this.soft };
  }

  /** Lose the context on purpose, or bring it back: for tests. */
  lose() {
    this.painter.renderer.forceContextLoss();
  }

  restore() {
    this.painter.renderer.forceContextRestore();
  }

  dispose() {
    this.isOver = true;
    this.frames.dispose();
    this.unbindHand?.();
    this.life?.abort();
    const { emblems, moons, dust, tile, halo, globe, display } = this;
    for (const part of [emblems, moons, dust, tile, halo, globe, display]) part?.dispose();
    void this.space?.then((part) => part.dispose());
  }
}
