/**
 * How one planet is held over time: turned by a hand with inertia, brought to a face, set upright again,
 * spinning slowly. It owns the attitude; the stage only asks whether something still moves.
 */
import * as THREE from "three";
import { centred, HOME, nearestFace, neighbourTowards, roll, turnedTowards, upright } from "./attitude.js";
import { wake } from "./pulse.js";
import { easeInOut } from "./tween.js";

/** @typedef {import("./attitude.js").Attitude} Attitude */
/** @typedef {ReturnType<typeof makeHolding>} Holding */

const SPIN = 0.16;
const TELL_EVERY = 250;
const COASTS = 0.06;

/**
 * @param {THREE.Quaternion} q the attitude, changed in place
 * @param {ReturnType<typeof import("./tween.js").makeMotions>} motions
 * @param {{reducedMotion?: boolean, onAttitude?: (q: Attitude) => void}} options
 */
export function makeHolding(q, motions, { reducedMotion = false, onAttitude }) {
  const hand = { held: false, vx: 0, vy: 0, zoom: 1, told: 0, goal: -1, spins: false };
  q.copy(HOME);

  const isCoasting = () => !hand.held && Math.hypot(hand.vx, hand.vy) > COASTS;
  const isSpinning = () => hand.spins && !hand.held && !reducedMotion;
  const attitude = () => /** @type {Attitude} */ ([q.x, q.y, q.z, q.w]);

  /** Others may see how the planet is held, calmly. */
  function tell(now = performance.now()) {
    if (!onAttitude || now - hand.told < TELL_EVERY) return;
    hand.told = now;
    onAttitude(attitude());
  }

  /** @type {(goal: THREE.Quaternion, ms?: number, end?: () => void) => void} */
  function turnTo(goal, ms = 420, end) {
    const from = q.clone();
    hand.vx = hand.vy = 0;
    const step = (/** @type {number} */ t) => {
      q.slerpQuaternions(from, goal, easeInOut(t));
    };
    motions.start("turn", reducedMotion ? 0 : ms, step, end);
    wake();
  }

  /** By hand, so that others hear of it. */
  const turnByHand = (/** @type {THREE.Quaternion} */ goal) =>
    turnTo(goal, 420, () => {
      hand.told = 0;
      tell();
    });

  const settle = () => turnByHand(upright(q));

  function faceTo(/** @type {number} */ face) {
    hand.goal = face;
    turnByHand(centred(face, q));
  }

  /** Gently, only as far as it is needed, and not while a hand turns it. @type {(face: number, most: number) => void} */
  function bring(face, most) {
    if (hand.held || isCoasting()) return;
    const goal = turnedTowards(face, q, most);
    if (goal === q) return;
    hand.goal = face;
    turnByHand(upright(goal));
  }

  function coast(/** @type {number} */ seconds) {
    roll(q, hand.vx * seconds, hand.vy * seconds);
    const slower = Math.exp(-seconds / 0.28);
    hand.vx *= slower;
    hand.vy *= slower;
    tell();
    if (!isCoasting()) settle();
  }

  return {
    attitude,
    turnTo,
    faceTo,
    bring,
    settle,
    home: () => turnByHand(HOME.clone()),
    get zoom() {
      return hand.zoom;
    },
    get isMoving() {
      return hand.held || isCoasting() || isSpinning();
    },
    /** To the neighbouring face in a direction of the screen. @type {(x: number, y: number) => number} */
    step(x, y) {
      const from = motions.has("turn") && hand.goal >= 0 ? hand.goal : nearestFace(q);
      faceTo(neighbourTowards(from, q, x, y));
      return hand.goal;
    },
    spin(/** @type {boolean} */ on) {
      hand.spins = on;
    },
    advance(/** @type {number} */ seconds) {
      if (isSpinning()) {
        q.multiply(new THREE.Quaternion().setFromAxisAngle(THREE.Object3D.DEFAULT_UP, SPIN * seconds));
      }
      if (isCoasting()) coast(seconds);
    },
    grab() {
      Object.assign(hand, { held: true, vx: 0, vy: 0, goal: -1 });
      motions.stop("turn");
    },
    roll(/** @type {number} */ dx, /** @type {number} */ dy) {
      roll(q, dx, dy);
      tell();
    },
    release(/** @type {number} */ vx, /** @type {number} */ vy) {
      Object.assign(hand, { held: false, vx: reducedMotion ? 0 : vx, vy: reducedMotion ? 0 : vy });
      if (!isCoasting() && !motions.has("turn")) settle();
    },
    zoomTo(/** @type {number} */ zoom) {
      hand.zoom = THREE.MathUtils.clamp(zoom, 0.75, 2.2);
    },
  };
}
