/**
 * The globes: the planet in front, and the small ones beside it. Only here does the table touch three, and only
 * once somebody can and wants to see it; everything works without.
 */

import { isCounted, isMineInFront, seatInFront, viewOnShow } from "../state/looking.js";
import { t } from "../texts/catalogue.js";
import { nameOf } from "../texts/words.js";
import { Globe } from "./globe.js";
import { GlobeSetup } from "./globe-setup.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("./actions.js").Actions} Actions */
/** @typedef {import("../planet/attitude.js").Attitude} Attitude */
/** @typedef {import("../planet/pick.js").Pick} Pick */
/** @typedef {import("../planet/mount.js").MountOptions} MountOptions */

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const UNROLLED_BY_MS = 1600;
/** At which angles, in radians, a face that was pressed is seen, and at most one that the pointer rests on. */
const [NEAR, ASKEW] = [0.26, 0.87];
const REST_MS = 350;

export class Globes {
  /** @param {Element} root @param {Actions} actions @param {(q: number[]) => void} look  tells others how I hold mine */
  constructor(root, actions, look) {
    this.root = root;
    this.actions = actions;
    this.look = look;
    this.setup = new GlobeSetup(actions.redraw, () => this.giveUp());
    this.wishes = 0;
    this.resting = 0;
    /** @type {Globe | null} */
    this.front = null;
    /** @type {Map<number, Globe>} */
    this.beside = new Map();
    /** Hosts whose globe could not be made. @type {WeakSet<Element>} */
    this.bare = new WeakSet();
    /** How the others hold their planets, as far as they have said. @type {Map<number, Attitude>} */
    this.attitudes = new Map();
    this.quality = actions.get().quality;
  }

  get isOnShow() {
    return this.actions.get().board === "planet";
  }

  // What the state says is shown.

  /** @param {TableState} state */
  sync(state) {
    if (state.board !== "planet" || !state.view) return;
    if (!this.setup.planets) return void (this.setup.isBusy || this.setup.load());
    if (this.quality !== state.quality) this.dispose();
    this.quality = state.quality;
    this.syncFront(state);
    this.syncBeside(state);
  }

  /** @param {TableState} state */
  syncFront(state) {
    const host = this.root.querySelector(".globe-space");
    const view = viewOnShow(state);
    if (!(host instanceof HTMLElement) || !view) return;
    const seat = seatInFront(state);
    if (this.front && this.front.host !== host) this.disposeFront();
    if (this.front && this.front.seat !== seat) this.bringToFront(this.front, seat, state);
    if (!this.front && !this.setup.isBusy) this.setUpFront(host, seat, state);
    const { front } = this;
    if (!front) return;
    front.rollUp(state.netCentre);
    front.lay(view.planets[seat]);
    front.showHeld(state);
    front.showLit(state);
    front.showAnimals(state);
    front.stage.spin(isCounted(state) && Boolean(view.winners?.includes(seat)));
  }

  /** @param {HTMLElement} host @param {number} seat @param {TableState} state */
  setUpFront(host, seat, state) {
    const options = { ...this.optionsOf(state, seat), ...this.handOptions() };
    const stage = this.setup.setUp(host, options);
    if (!stage) return this.giveUp();
    this.front = new Globe(stage, seat, options.areas, host);
    this.front.showLast(state, this.attitudes.get(seat));
  }

  /** Another seat's planet takes the place of the one in front. @param {Globe} front @param {number} seat @param {TableState} state */
  bringToFront(front, seat, state) {
    const { areas, seedText } = this.optionsOf(state, seat);
    // A tile that has just been laid beside is still to fall in front.
    front.become(seat, this.beside.get(seat)?.areas ?? areas, seedText);
    front.showLast(state, this.attitudes.get(seat));
  }

  /** @param {TableState} state */
  syncBeside(state) {
    const view = viewOnShow(state);
    if (!view) return;
    for (const [seat, { stage, host }] of this.beside) {
      if (host.isConnected) continue;
      stage.dispose();
      this.beside.delete(seat);
    }
    for (const host of this.root.querySelectorAll("[data-globe]")) {
      const seat = Number(host.getAttribute("data-globe"));
      const known = this.beside.get(seat);
      if (known?.host === host) {
        known.lay(view.planets[seat]);
        known.showLit(state);
      } else if (!this.setup.isBusy && !this.bare.has(host))
        this.setUpBeside(/** @type {HTMLElement} */ (host), seat, state);
    }
  }

  /** @param {HTMLElement} host @param {number} seat @param {TableState} state */
  setUpBeside(host, seat, state) {
    const options = { ...this.optionsOf(state, seat), label: nameOf(state, seat) };
    const stage = this.setup.setUp(host, { ...options, size: "small", interactive: false });
    if (!stage) return void this.bare.add(host); // its net stays; to try again at each redraw would never end
    const globe = new Globe(stage, seat, options.areas, host);
    this.beside.set(seat, globe);
    globe.showLast(state, this.attitudes.get(seat));
  }

  /** @param {TableState} state @param {number} seat */
  optionsOf(state, seat) {
    const areas = viewOnShow(state)?.planets[seat] ?? "";
    return { areas, seedText: `${state.game}:${seat}`, quality: state.quality };
  }

  /** What a hand may do to the planet in front. @returns {Partial<MountOptions>} */
  handOptions() {
    const { actions } = this;
    return {
      size: "large",
      interactive: true,
      reach: 1.38,
      label: t("net.globe"),
      onPick: ({ face, slot }) => actions.press(face, false, slot),
      onSky: () => actions.takeBack(),
      onHover: (spot) => actions.hoverGlobe(spot),
      onTurn: (by) => actions.turn(by),
      onFace: (face) => actions.step(face),
      onAttitude: (q) => this.turnedByHand(q),
      onZoom: (isZoomed) => actions.update((now) => ({ ...now, isZoomed })),
      onLost: (isForGood) => this.lose(isForGood),
      onReturned: () => actions.update((now) => ({ ...now, board: "planet" })),
    };
  }

  /** @param {number[]} q */
  turnedByHand(q) {
    if (!isMineInFront(this.actions.get())) return;
    this.look(q);
    if (this.front) this.actions.follow(this.front.stage.face);
  }

  // What a person asks of them.

  /** An arrow key turns the globe to the next face: which one; null when no globe is on show. @param {string} key */
  arrow(key) {
    const [x, y] = ARROWS[/** @type {keyof typeof ARROWS} */ (key)];
    return this.isOnShow && this.front ? this.front.stage.step(x, y) : null;
  }

  /**
   * On the way to another board: the globe in front unrolls into the net. False if somebody changed their mind.
   * @param {"planet" | "net"} board
   * @returns {Promise<boolean>}
   */
  async leaveFor(board) {
    const wish = ++this.wishes;
    const { front } = this;
    if (!front || !this.isOnShow) return true;
    const done = front.stage.unroll(board === "net", this.actions.get().netCentre);
    if (board === "planet") return true;
    front.stage.ghost(null);
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, UNROLLED_BY_MS))]);
    if (wish !== this.wishes) return false;
    if (this.front) this.front.isFlat = true;
    return true;
  }

  /** @param {number} face */
  faceTo(face) {
    if (this.isOnShow) this.front?.stage.faceTo(face);
  }

  /**
   * The planet turns to the face that is aimed at: at once when that was pressed, and when the pointer rests there
   * only if the tile would be seen from its edge. @param {number} face @param {boolean} isPressed
   */
  aim(face, isPressed) {
    clearTimeout(this.resting);
    if (!this.isOnShow) return;
    const bring = () =>
      this.actions.get().held?.face === face && this.front?.stage.bring(face, isPressed ? NEAR : ASKEW);
    // A press is over only when the finger is off.
    this.resting = window.setTimeout(bring, isPressed ? 0 : REST_MS);
  }

  /** The whole planet again, as at first. */
  home() {
    this.front?.stage.home();
  }

  /** The face of my planet that is nearest to the eye; null without a globe of it. */
  face() {
    const { front } = this;
    return this.isOnShow && front && front.seat === this.actions.get().me ? front.stage.face : null;
  }

  /** Where an area of my planet is seen in the window; nothing while it is on the far side, or no globe is drawn. @param {number} area */
  where(area) {
    const { front } = this;
    if (!this.isOnShow || !front || front.seat !== this.actions.get().me) return null;
    const { left, top } = front.stage.canvas.getBoundingClientRect();
    const { x, y, faces } = front.stage.where(area);
    return faces ? { x: left + x, y: top + y } : null;
  }

  /** What of the planet in front lies under a point of the window. @param {MouseEvent} event @returns {Pick | null} */
  under({ clientX, clientY }) {
    if (!this.isOnShow || !this.front) return null;
    const { stage } = this.front;
    const { left, top, width, height } = stage.canvas.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    return x < 0 || y < 0 || x > width || y > height ? null : stage.pick(x, y);
  }

  /** Somebody turns their planet: it turns here, too, in front and beside. @param {number} seat @param {Attitude} q */
  looked(seat, q) {
    this.attitudes.set(seat, q);
    if (this.front?.seat === seat && seat !== this.actions.get().me) this.front.stage.setAttitude(q);
    this.beside.get(seat)?.stage.setAttitude(q);
  }

  /** A picture of the planet in front, with names and points. */
  async keepPicture() {
    const { keepPicture } = await import("./picture.js");
    if (this.front) await keepPicture(this.front.stage, this.actions.get());
  }

  // The end of them.

  /** The graphics are gone. @param {boolean} isForGood */
  lose(isForGood) {
    if (isForGood) this.giveUp();
    else this.actions.update((now) => ({ ...now, board: "net" }));
    this.actions.toast(t("net.lost"));
  }

  /** Back to the net for good: three cannot be had, or the graphics are gone. */
  giveUp() {
    this.dispose();
    this.actions.update((state) => ({ ...state, board: "net", hasPlanet: false }));
  }

  disposeFront() {
    if (this.actions.get().isZoomed) this.actions.update((now) => ({ ...now, isZoomed: false }));
    this.front?.stage.dispose();
    this.front?.host.removeAttribute("data-shown");
    this.front = null;
  }

  dispose() {
    clearTimeout(this.resting);
    this.disposeFront();
    for (const { stage } of this.beside.values()) stage.dispose();
    this.beside.clear();
  }
}
