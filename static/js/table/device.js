/** What the device itself does for a game: the screen stays on while a live one runs, and it shakes shortly when it becomes my move. */

import { isMyMove } from "../state/placing.js";
import { isSlow } from "../state/table.js";
import { remember, remembered } from "../ui/storage.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {"awake" | "vibration"} Service */

const SHAKE_MS = 60;
/** The screen's is on until somebody switches it off, the other off until somebody wants it. */
const AT_FIRST = { awake: true, vibration: false };

/** Of the screen, while we hold it. @type {WakeLockSentinel | null} */
let lock = null;
let isAsking = false;
/** Whether it was my move at the last draw; unknown before the first. @type {boolean | null} */
let wasMine = null;

/** @param {Service} service @returns {boolean} */
export const isWanted = (service) => remembered(service, AT_FIRST[service]);

/** Whether the browser can do it, and it means something in this game. @param {TableState} state @param {Service} service */
export function isOffered(state, service) {
  const can = service === "awake" ? "wakeLock" in navigator : canShake();
  return can && isRunning(state) && (service === "vibration" || !isSlow(state));
}

/** @param {TableState} state @param {Service} service */
export function toggle(state, service) {
  remember(service, !isWanted(service));
  if (service === "vibration" && isWanted(service)) navigator.vibrate(SHAKE_MS);
  followDevice(state);
}

/** After each draw, and when the page comes back into sight. @param {TableState} state */
export function followDevice(state) {
  const isMine = isRunning(state) && isMyMove(state);
  if (isMine && wasMine === false && canShake() && isWanted("vibration")) navigator.vibrate(SHAKE_MS);
  wasMine = state.view ? isMine : null;
  const wantsLock = isOffered(state, "awake") && isWanted("awake") && document.visibilityState === "visible";
  if (wantsLock) void takeLock();
  else releaseLock();
}

/** Nobody's finger, nothing to shake. */
const canShake = () => "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;

/** @param {TableState} state */
function isRunning({ me, view, room, isReplay }) {
  return me !== null && view !== null && !view.over && !isReplay && room?.game.state !== "abandoned";
}

/** It is lost whenever the page goes out of sight; where it is refused (little power left), the screen goes off as ever. */
async function takeLock() {
  if (isAsking || (lock && !lock.released)) return;
  isAsking = true;
  lock = await navigator.wakeLock.request("screen").catch(() => null);
  isAsking = false;
}

function releaseLock() {
  void lock?.release();
  lock = null;
}
