/**
 * How one planet is held over time: turned by a hand with inertia, brought to a face, set upright again,
 * spinning slowly. It owns the attitude; the stage only asks whether something still moves.
 */
import * as THREE from "three";
import { centred, HOME, nearestFace, neighbourTowards, roll, turnedTowards, upright } from "./attitude.js";
import { wake } from "./pulse.js";
import { easeInOut } from "./tween.js";

/** @typedef {import("./attitude.js").Attitude} Attitude */

const SPIN = 0.16;
const TELL_EVERY = 250;
const COASTS = 0.06;

export class Holding {
  /**
   * @param {THREE.Quaternion} q the attitude, changed in place
   * @param {ReturnType<typeof import("./tween.js").makeMotions>} motions
   * @param {{reducedMotion?: boolean, onAttitude?: (q: Attitude) => void}} options
   */
  constructor(q, motions, { reducedMotion = false, onAttitude }) {
    this.q = q;
    this.motions = motions;
    this.reducedMotion = reducedMotion;
    this.onAttitude = onAttitude;
    this.isHeld = false;
    this.vx = 0;
    this.vy = 0;
    this.zoom = 1;
    this.told = 0;
    /** The face it turns to, else -1. */
    this.goal = -1;
    this.spins = false;
    q.copy(HOME);
  }

  get isCoasting() {
    return !this.isHeld && Math.hypot(this.vx, this.vy) > COASTS;
  }

  get isSpinning() {
    return this.spins && !this.isHeld && !this.reducedMotion;
  }

  get isMoving() {
    return this.isHeld || this.isCoasting || this.isSpinning;
  }

  get attitude() {
    const { x, y, z, w } = this.q;
    return /** @type {Attitude} */ ([x, y, z, w]);
  }

  /** Others may see how the planet is held, calmly. */
  tell(now = performance.now()) {
    if (!this.onAttitude || now - this.told < TELL_EVERY) return;
    this.told = now;
    this.onAttitude(this.attitude);
  }

  /** @type {(goal: THREE.Quaternion, ms?: number, end?: () => void) => void} */
  turnTo(goal, ms = 420, end) {
    const from = this.q.clone();
    this.vx = this.vy = 0;
    const step = (/** @type {number} */ t) => {
      this.q.slerpQuaternions(from, goal, easeInOut(t));
    };
    this.motions.start("turn", this.reducedMotion ? 0 : ms, step, end);
    wake();
  }

  /** By hand, so that others hear of it. */
  turnByHand(/** @type {THREE.Quaternion} */ goal) {
    this.turnTo(goal, 420, () => {
      this.told = 0;
      this.tell();
    });
  }

  settle() {
    this.turnByHand(upright(this.q));
  }

  home() {
    this.turnByHand(HOME.clone());
  }

  faceTo(/** @type {number} */ face) {
    this.goal = face;
    this.turnByHand(centred(face, this.q));
  }

  /** Gently, only as far as it is needed, and not while a hand turns it. @type {(face: number, most: number) => void} */
  bring(face, most) {
    if (this.isHeld || this.isCoasting) return;
    const goal = turnedTowards(face, this.q, most);
    if (goal === this.q) return;
    this.goal = face;
    this.turnByHand(upright(goal));
  }

  /** To the neighbouring face in a direction of the screen. @type {(x: number, y: number) => number} */
  step(x, y) {
    const from = this.motions.has("turn") && this.goal >= 0 ? this.goal : nearestFace(this.q);
    this.faceTo(neighbourTowards(from, this.q, x, y));
    return this.goal;
  }

  advance(/** @type {number} */ seconds) {
    if (this.isSpinning) {
      this.q.multiply(new THREE.Quaternion().setFromAxisAngle(THREE.Object3D.DEFAULT_UP, SPIN * seconds));
    }
    if (this.isCoasting) this.coast(seconds);
  }

  coast(/** @type {number} */ seconds) {
    roll(this.q, this.vx * seconds, this.vy * seconds);
    const slower = Math.exp(-seconds / 0.28);
    this.vx *= slower;
    this.vy *= slower;
    this.tell();
    if (!this.isCoasting) this.settle();
  }

  grab() {
    Object.assign(this, { isHeld: true, vx: 0, vy: 0, goal: -1 });
    this.motions.stop("turn");
  }

  roll(/** @type {number} */ dx, /** @type {number} */ dy) {
    roll(this.q, dx, dy);
    this.tell();
  }

  release(/** @type {number} */ vx, /** @type {number} */ vy) {
    const [x, y] = this.reducedMotion ? [0, 0] : [vx, vy];
    Object.assign(this, { isHeld: false, vx: x, vy: y });
    if (!this.isCoasting && !this.motions.has("turn")) this.settle();
  }

  zoomTo(/** @type {number} */ zoom) {
    this.zoom = THREE.MathUtils.clamp(zoom, 0.75, 2.2);
  }
}
