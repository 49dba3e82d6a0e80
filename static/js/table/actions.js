/** Everything a person can do at the table, by whatever means: each is one call here, and changes the one state. */

import { HABITATS } from "../generated/facts.js";
import { faceName, regionNote } from "../net/describe.js";
import { faceAt, neighbourTowards } from "../net/layout.js";
import { planetFrom } from "../rules/planet.js";
import { areaNumber, faceOf, stepsBetween } from "../rules/sphere.js";
import { isMineInFront, seatInFront, viewOnShow } from "../state/looking.js";
import {
  aim,
  canPlace,
  confirm,
  isFree,
  nearestFree,
  nextFree,
  pick,
  stepTo,
  takeBack,
  turnHeld,
} from "../state/placing.js";
import { areasOnShow } from "../state/trying.js";
import { t } from "../texts/catalogue.js";
import { isSure } from "../ui/dialogs.js";
import { play } from "../ui/sound.js";
import { remember } from "../ui/storage.js";
import { askAgain, comeBack, leaveGame } from "./requests.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../net/layout.js").Point} Point */
/** @typedef {import("../planet/pick.js").Pick} Pick */
/**
 * @typedef {object} Means
 * @property {import("./store.js").Store} store
 * @property {() => import("../net/layout.js").Sheet} sheet
 * @property {() => import("../server/socket.js").Line | null} line
 * @property {(face: number) => void} focusFace  moves the keyboard there after the next redraw
 * @property {(by: number) => void} turned       shows the turn of the held tile
 * @property {() => ReturnType<typeof import("./globes.js").makeGlobes>} globes
 * @property {(text: string) => void} answer     says what a key did, to a screen reader
 */

/** How near the pointer must be for a free face to catch the held tile, in radii. */
const CATCH = 1.3;
/** A second press on the held tile places it, but not the second half of a double press. */
const SECOND_PRESS_MS = 350;
const WHEEL_MS = 120;

/** @param {Means} means */
export function makeActions({ store, sheet, line, focusFace, turned, globes, answer }) {
  let pinnedAt = 0;
  let wheeledAt = 0;

  /** @param {number} face @param {boolean} pin */
  function aimOnGlobe(face, pin) {
    const before = store.get().held?.face;
    actions.update((state) => aim(state, face, { pin }));
    if (store.get().held?.face === face && before !== face) globes().aim(face, false);
  }

  const actions = {
    get: store.get,
    update: store.update.bind(store),
    redraw: store.draw.bind(store),
    answer,

    /** Says what a key did, once the words for it are there. @param {(words: typeof import("../texts/spoken.js")) => string} textOf */
    explain: (textOf) =>
      import("../texts/spoken.js").then(
        (words) => answer(textOf(words)),
        () => undefined,
      ),

    /** @param {number} tile @param {{byKey?: boolean}} [how] */
    pick(tile, { byKey = false } = {}) {
      const asked = store.get();
      const { me, view, held: before } = asked;
      if (me === null || !view) return;
      actions.update((state) => pick(state, tile, globes().face() ?? state.focus));
      const { held } = store.get();
      if (byKey && held) actions.step(held.face);
      else if (before && held?.face != null) globes().aim(held.face, true);
      else if (held?.face != null) globes().faceTo(held.face);
      actions.explain(({ pickText }) => pickText(asked, store.get(), tile));
    },

    /** @param {number} by */
    turn(by) {
      if (store.get().pending) return;
      actions.update((state) => turnHeld(state, by));
      actions.explain(({ heldText }) => heldText(store.get()));
      if (store.get().held) turned(by);
    },

    takeBack() {
      const asked = store.get();
      actions.update(takeBack);
      const tile = asked.held?.tile;
      if (tile !== undefined) actions.explain(({ pickText }) => pickText(asked, store.get(), tile));
    },

    confirm() {
      if (!canPlace(store.get())) return;
      actions.update((state) => confirm(state, crypto.randomUUID()));
      const { pending } = store.get();
      if (pending) line()?.act(pending);
    },

    /** The keyboard goes to a face, and the held tile with it. @param {number | null} face */
    step(face) {
      if (face === null) return;
      actions.update((state) => ({ ...stepTo(state, face), hover: face }));
      focusFace(face);
      globes().faceTo(face);
      // A face of the net has the focus now, and so is read by itself.
      const state = store.get();
      if (state.held) actions.explain(({ heldText }) => heldText(store.get()));
      else if (state.board === "planet") answer(faceName(areasOnShow(state, seatInFront(state)), face));
    },

    /** @param {string} key */
    arrow(key) {
      if (!globes().arrow(key)) actions.step(neighbourTowards(sheet(), store.get().focus, key));
    },

    home: () => globes().home(),

    nextFree: () => actions.step(nextFree(store.get())),

    /** Shows the largest region of the next habitat on the planet in front, and tells of it. */
    nextRegion() {
      const state = store.get();
      const areas = viewOnShow(state)?.planets[seatInFront(state)] ?? "";
      const largest = [...HABITATS].flatMap(
        (habitat) =>
          planetFrom(areas)
            .regions.filter((region) => region.habitat === habitat)
            .sort((a, b) => b.size - a.size)[0] ?? [],
      );
      const last = largest.findIndex((region) => region.areas.includes(state.area ?? -1));
      const region = largest[(last + 1) % largest.length];
      if (!region) return;
      const [area] = region.areas;
      const note = regionNote(areas, area);
      actions.update((now) => ({ ...now, area }));
      actions.answer(`${note?.title}; ${note?.text}.`);
      globes().faceTo(heartOf(region.areas));
    },

    /** @param {number} face */
    centre(face) {
      actions.update((state) => ({ ...state, netCentre: face }));
      remember("heart", face);
    },

    /** The pointer rests at a point of the board. @param {Point} point @param {{pin?: boolean}} [how] */
    point(point, { pin = false } = {}) {
      const face = catcher(store.get(), sheet(), point);
      if (face !== null) actions.update((state) => aim(state, face, { pin }));
      const hover = faceAt(sheet(), point);
      actions.update((state) => (state.hover === hover ? state : { ...state, hover }));
    },

    /** The pointer rests on the globe: a free face catches the tile from its neighbours, too. @param {Pick | null} spot @param {{pin?: boolean}} [how] */
    hoverGlobe(spot, { pin = false } = {}) {
      const free = spot && isMineInFront(store.get()) ? nearestFree(store.get(), spot.face, spot.slot) : null;
      if (spot && free !== null && stepsBetween(spot.face, free) <= 1) aimOnGlobe(free, pin);
      const hover = spot?.face ?? null;
      const area = spot && areaNumber(spot.face, spot.slot);
      actions.update((state) =>
        state.hover === hover && state.area === area ? state : { ...state, hover, area },
      );
    },

    /** The globe was turned by hand: a tile that was not put anywhere goes along. @param {number} face */
    follow(face) {
      const free = isMineInFront(store.get()) ? nearestFree(store.get(), face) : null;
      if (free !== null) actions.update((state) => aim(state, free, { pin: false }));
    },

    /** A press on a face: the held tile comes there, or as near as it can lie. @param {number} face @param {boolean} isDouble @param {number | null} [slot] */
    press(face, isDouble, slot = null) {
      const state = store.get();
      const free = nearestFree(state, face, slot);
      if (!state.held || !isMineInFront(state) || free === null)
        return actions.update((now) => ({ ...now, focus: face, hover: face }));
      const isThere = state.held.face === free && state.held.isPinned;
      const isAgain = isThere && face === free && !isDouble && Date.now() - pinnedAt > SECOND_PRESS_MS;
      if (isAgain) return actions.confirm();
      if (!isThere) pinnedAt = Date.now();
      actions.update((now) => ({ ...aim(now, free, { pin: true }), hover: face }));
      globes().aim(free, true);
    },

    /** Whether the held tile is as near to a face as it can lie. @param {number} face */
    isAt: (face) => store.get().held?.face === nearestFree(store.get(), face),

    net: {
      onpointermove: (/** @type {PointerEvent} */ event) => {
        if (event.pointerType !== "touch") actions.point(pointIn(event));
      },
      onpointerleave: () =>
        actions.update((state) => (state.hover === null ? state : { ...state, hover: null })),
      onclick: (/** @type {MouseEvent} */ event) => {
        const face = /** @type {Element} */ (event.target).closest("[data-face]")?.getAttribute("data-face");
        if (face !== null && face !== undefined) return actions.press(Number(face), event.detail > 1);
        if (faceAt(sheet(), pointIn(event), CATCH) === null) actions.takeBack();
      },
      ondblclick: (/** @type {MouseEvent} */ event) => {
        const face = faceAt(sheet(), pointIn(event));
        if (face !== null && !store.get().held) actions.centre(face);
      },
      onfocusin: (/** @type {FocusEvent} */ event) => {
        const face = /** @type {Element} */ (event.target).closest("[data-face]")?.getAttribute("data-face");
        if (face !== null && face !== undefined)
          actions.update((state) => ({ ...state, focus: Number(face), hover: Number(face) }));
      },
    },

    wheel: (/** @type {WheelEvent} */ event) => {
      if (!store.get().held) return;
      event.preventDefault();
      if (event.timeStamp - wheeledAt < WHEEL_MS) return;
      wheeledAt = event.timeStamp;
      actions.turn(event.deltaY > 0 ? 1 : -1);
    },

    turnByPress: (/** @type {Event} */ event) => {
      if (!store.get().held) return;
      event.preventDefault();
      actions.turn(1);
    },

    /** Without a wish, the other one. @param {"planet" | "net"} [board] */
    async showBoard(board = store.get().board === "planet" ? "net" : "planet") {
      if (!store.get().hasPlanet) return;
      if (!(await globes().leaveFor(board))) return;
      actions.update((state) => ({ ...state, board }));
      remember("board", board);
    },

    /** @param {import("../state/table.js").Tab} tab */
    showTab(tab) {
      actions.update((state) => ({
        ...state,
        tab,
        isSheetUp: tab !== null || state.isSheetUp,
        unread: tab === "talk" ? 0 : state.unread,
      }));
    },

    toggleSheet: () => actions.update((state) => ({ ...state, isSheetUp: !state.isSheetUp })),

    toggleSound() {
      actions.update((state) => ({ ...state, sound: !state.sound }));
      remember("sound", store.get().sound);
      play("placed", store.get());
    },

    /** @param {number} volume  0 to 1 */
    setVolume(volume) {
      actions.update((state) => ({ ...state, volume }));
      remember("volume", volume);
      play("placed", store.get());
    },

    /** @param {TableState["quality"]} quality */
    setQuality(quality) {
      actions.update((state) => ({ ...state, quality }));
      remember("quality", quality);
    },

    closeCard: () => actions.update((state) => (state.card ? { ...state, card: null } : state)),

    /** @param {number} by  seats forward or back, my own among them */
    swipe(by) {
      actions.update((state) => {
        const players = state.view?.players ?? 1;
        const seat = (seatInFront(state) + by + players) % players;
        return { ...state, front: seat === state.me ? null : seat };
      });
    },

    keepPicture: () => globes().keepPicture(),

    useHere: () => line()?.useHere(),

    makePass: () =>
      import("../ui/seat-pass.js")
        .then(({ offerPass }) => offerPass())
        .catch(() => actions.toast(t("table.no_answer"), true)),

    showKeys() {
      /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog#keys"))?.showModal();
    },

    /** @param {string} text */
    say: (text) => line()?.say({ type: "say", text }) ?? false,

    /** @param {string} reaction */
    react: (reaction) => line()?.say({ type: "react", reaction }) ?? false,

    /** A bot of this level may play on for a missing player; without a level, rather not. @param {number} seat @param {string | null} level */
    takeOver: (seat, level) => line()?.say({ type: "takeover", seat, level }) ?? false,

    async leave() {
      if (!(await isSure(t("head.leave_sure"), t("head.leave_says"), t("head.leave_yes")))) return;
      const error = await leaveGame(store.get());
      if (error) actions.toast(error, true);
    },

    comeBack: () => comeBack(store.get()).then((error) => error && actions.toast(error, true)),

    again: () => askAgain(store.get()).then((error) => error && actions.toast(error, true)),

    /** One at a time, gone by itself. @param {string} text @param {boolean} [isWrong] */
    toast(text, isWrong = false) {
      const id = Date.now();
      actions.update((state) => ({ ...state, toast: { id, text, isWrong } }));
      setTimeout(
        () => actions.update((state) => (state.toast?.id === id ? { ...state, toast: null } : state)),
        4000,
      );
    },
  };
  return actions;
}

/** @typedef {ReturnType<typeof makeActions>} Actions */

/** The face that holds most of a region. @param {number[]} areas */
function heartOf(areas) {
  const faces = areas.map(faceOf);
  const weight = (/** @type {number} */ face) => faces.filter((one) => one === face).length;
  return faces.reduce((best, face) => (weight(face) > weight(best) ? face : best));
}

/**
 * The free face of the net that is so near to a point that it catches the held tile.
 * @param {TableState} state
 * @param {import("../net/layout.js").Sheet} sheet
 * @param {Point} point
 */
function catcher(state, sheet, point) {
  const { held, view, me } = state;
  if (!held || !view || me === null || !isMineInFront(state)) return null;
  const near = sheet.places
    .map(({ x, y }, face) => ({ face, far: Math.hypot(x - point.x, y - point.y) / sheet.radius }))
    .filter(({ face, far }) => far <= CATCH && isFree(view, me, face));
  return near.sort((a, b) => a.far - b.far)[0]?.face ?? null;
}

/** The pointer in the net's own measure. @param {MouseEvent} event */
function pointIn(event) {
  const svg = /** @type {Element} */ (event.target).closest("svg.net") ?? document.querySelector("svg.net");
  const box = svg?.getBoundingClientRect();
  return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
}
