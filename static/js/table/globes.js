/**
 * The globes: the planet in front, and the small ones beside it. Only here does the table touch three, and only
 * once somebody can and wants to see it; everything works without. The table never waits for a globe: until it is
 * drawn its net stands there, and globes are set up one after the other, when there is nothing better to do.
 */

import { fetchPlanets } from "../globes/fetch.js";
import { faceOf, SLOTS } from "../rules/sphere.js";
import { animalsOf, litAreas } from "../state/lit.js";
import { isCounted, isMineInFront, seatInFront, viewOnShow } from "../state/looking.js";
import { placementTried } from "../state/trying.js";
import { t } from "../texts/catalogue.js";
import { reason, title } from "../texts/result.js";
import { nameOf } from "../texts/words.js";
import { idle, onScreen, shown } from "../ui/waiting.js";
import { homesOf } from "./ceremony.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../planet/stage.js").Stage} Stage */
/** @typedef {import("./actions.js").Actions} Actions */
/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../planet/attitude.js").Attitude} Attitude */
/** @typedef {import("../planet/pick.js").Pick} Pick */
/** @typedef {{stage: Stage, seat: number, areas: string, host: Element, held?: string, lit?: string, animals?: string, isFlat?: boolean}} Mounted */

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const UNROLLED_BY_MS = 1600;
const DRAWN_BY_MS = 1000;
/** At which angles, in radians, a face that was pressed is seen, and at most one that the pointer rests on. */
const [NEAR, ASKEW] = [0.26, 0.87];
const REST_MS = 350;

/**
 * @param {Element} root
 * @param {Actions} actions
 * @param {{look: (q: number[]) => void}} wire
 */
export function makeGlobes(root, actions, wire) {
  /** @type {typeof import("../planet/mount.js") | null} */
  let planets = null;
  /** One globe at a time: the next is set up when the last is drawn and the table is at rest. */
  let isBusy = false;
  let wishes = 0;
  let resting = 0;
  /** @type {Mounted | null} */
  let front = null;
  /** @type {Map<number, Mounted>} */
  const beside = new Map();
  /** Hosts whose globe could not be made. @type {WeakSet<Element>} */
  const bare = new WeakSet();
  /** How the others hold their planets, as far as they have said. @type {Map<number, Attitude>} */
  const attitudes = new Map();
  let quality = actions.get().quality;

  async function load() {
    isBusy = true;
    try {
      await idle();
      planets = await fetchPlanets();
      await onScreen();
      await rest(null);
    } catch {
      giveUp();
    }
  }

  /** Both the page and the graphics have nothing to do: a globe set up now makes neither wait. @param {Stage | null | undefined} last */
  async function rest(last) {
    isBusy = true;
    await last?.still();
    await idle();
    await shown();
    await last?.settled();
    isBusy = false;
    actions.redraw();
  }

  /**
   * A globe over the net that stands in for it until it is drawn.
   * @param {HTMLElement} host
   * @param {import("../planet/mount.js").MountOptions} options
   */
  function setUp(host, options) {
    /** @type {Promise<void>} */
    const drawn = new Promise((resolve) => {
      // One out of sight is not drawn.
      setTimeout(resolve, DRAWN_BY_MS);
      options.onShown = () => {
        host.dataset.shown = "";
        resolve();
      };
    });
    const stage = planets?.mountGlobe(host, options);
    isBusy = true;
    drawn.then(() => rest(stage));
    return stage;
  }

  /** Back to the net for good: three cannot be had, or the graphics are gone. */
  function giveUp() {
    disposeAll();
    actions.update((state) => ({ ...state, board: "net", hasPlanet: false }));
  }

  /** @param {TableState} state */
  function sync(state) {
    if (state.board !== "planet" || !state.view) return;
    if (!planets) return void (isBusy || load());
    if (quality !== state.quality) disposeAll();
    quality = state.quality;
    syncFront(state);
    syncBeside(state);
  }

  /** @param {TableState} state */
  function syncFront(state) {
    const host = root.querySelector(".globe-space");
    const view = viewOnShow(state);
    if (!(host instanceof HTMLElement) || !view) return;
    const seat = seatInFront(state);
    if (front && front.host !== host) dispose();
    if (front && front.seat !== seat) bring(front, seat, view.planets[seat], state);
    if (!front) {
      if (isBusy) return;
      const stage = setUp(host, frontOptions(state, seat));
      if (!stage) return giveUp();
      front = { stage, seat, areas: view.planets[seat], host };
      showLast(front, state);
    }
    if (front.isFlat) {
      void front.stage.unroll(false, state.netCentre);
      Object.assign(front, { isFlat: false, held: undefined });
    }
    lay(front, view.planets[seat]);
    showHeld(front, state);
    showLit(front, state);
    showAnimals(front, state);
    front.stage.spin(isCounted(state) && Boolean(view.winners?.includes(seat)));
  }

  /**
   * Another seat's planet takes the place of the one in front.
   * @param {Mounted} mounted
   * @param {number} seat
   * @param {string} areas
   * @param {TableState} state
   */
  function bring(mounted, seat, areas, state) {
    // A tile that has just been laid beside is still to fall in front.
    const before = beside.get(seat)?.areas ?? areas;
    Object.assign(mounted, { seat, areas: before, animals: undefined });
    mounted.stage.setAreas(before, { seedText: `${state.game}:${seat}` });
    showLast(mounted, state);
  }

  /**
   * As its owner holds it; unless that is known, the tile in hand or the one laid last is what one wants to see.
   * @param {Mounted} mounted
   * @param {TableState} state
   */
  function showLast({ stage, seat }, state) {
    const attitude = seat === state.me ? undefined : attitudes.get(seat);
    const [, laid] = viewOnShow(state)?.placements[seat].at(-1) ?? [];
    const face = (seat === state.me ? placementTried(state)?.face : null) ?? laid;
    if (attitude) stage.setAttitude(attitude);
    else if (face !== undefined) stage.faceTo(face);
  }

  /**
   * @param {Mounted} mounted
   * @param {TableState} state
   */
  function showLit(mounted, state) {
    const areas = litAreas(state, mounted.seat);
    const lit = areas.join();
    if ((mounted.lit ?? "") === lit) return;
    mounted.lit = lit;
    const isSeen = areas.length === 0 || areas.some((area) => mounted.stage.where(area).faces);
    // The pointer only passes over an animal: that turns no planet.
    if (!isSeen && !state.held && state.card?.isPinned !== false) mounted.stage.faceTo(faceOf(areas[0]));
    mounted.stage.glow(lit ? areas : null);
  }

  /**
   * Each stands in the region that won it; who comes while we look on arrives there.
   * @param {Mounted} mounted
   * @param {TableState} state
   */
  function showAnimals(mounted, state) {
    const awards = animalsOf(state, mounted.seat);
    const animals = awards.map((award) => award.animal).join();
    if (mounted.animals === animals) return;
    const animate = mounted.animals !== undefined;
    mounted.animals = animals;
    const view = viewOnShow(state);
    mounted.stage.animals(view ? homesOf(view, awards) : [], { animate });
  }

  /**
   * @param {TableState} state
   * @param {number} seat
   */
  function frontOptions(state, seat) {
    return {
      areas: viewOnShow(state)?.planets[seat] ?? "",
      seedText: `${state.game}:${seat}`,
      size: /** @type {const} */ ("large"),
      interactive: true,
      reach: 1.38,
      quality: state.quality,
      label: t("net.globe"),
      onPick: (/** @type {Pick} */ { face, slot }) => actions.press(face, false, slot),
      onSky: () => actions.takeBack(),
      onHover: (/** @type {Pick | null} */ spot) => actions.hoverGlobe(spot),
      onTurn: (/** @type {number} */ by) => actions.turn(by),
      onFace: (/** @type {number} */ face) => actions.step(face),
      onAttitude: (/** @type {number[]} */ q) => {
        if (!isMineInFront(actions.get())) return;
        wire.look(q);
        if (front) actions.follow(front.stage.face);
      },
      onZoom: (/** @type {boolean} */ isZoomed) => actions.update((now) => ({ ...now, isZoomed })),
      onLost: (/** @type {boolean} */ isForGood) => {
        if (isForGood) giveUp();
        else actions.update((now) => ({ ...now, board: "net" }));
        actions.toast(t("net.lost"));
      },
      onReturned: () => actions.update((now) => ({ ...now, board: "planet" })),
    };
  }

  /** @param {TableState} state */
  function syncBeside(state) {
    const view = viewOnShow(state);
    if (!view) return;
    for (const [seat, { stage, host }] of beside) {
      if (host.isConnected) continue;
      stage.dispose();
      beside.delete(seat);
    }
    for (const host of root.querySelectorAll("[data-globe]")) {
      const seat = Number(host.getAttribute("data-globe"));
      const known = beside.get(seat);
      if (known && known.host === host) {
        lay(known, view.planets[seat]);
        showLit(known, state);
      } else if (!isBusy && !bare.has(host)) {
        const options = {
          areas: view.planets[seat],
          seedText: `${state.game}:${seat}`,
          size: /** @type {const} */ ("small"),
          quality: state.quality,
          interactive: false,
          label: nameOf(state, seat),
        };
        const stage = setUp(/** @type {HTMLElement} */ (host), options);
        if (!stage) {
          bare.add(host); // its net stays; to try again at each redraw would never end
          continue;
        }
        const mounted = { stage, seat, areas: view.planets[seat], host };
        beside.set(seat, mounted);
        showLast(mounted, state);
      }
    }
  }

  /**
   * New areas; a single new tile drops into place.
   * @param {Mounted} mounted
   * @param {string} areas
   */
  function lay(mounted, areas) {
    if (mounted.areas === areas) return;
    const face = newFace(mounted.areas, areas);
    mounted.areas = areas;
    if (face !== null && !mounted.stage.where(SLOTS * face).faces) mounted.stage.faceTo(face);
    mounted.stage.setAreas(areas, face === null ? {} : { animate: { face } });
  }

  /**
   * @param {Mounted} mounted
   * @param {TableState} state
   */
  function showHeld(mounted, state) {
    const tried = placementTried(state);
    const held = JSON.stringify(tried);
    if (mounted.held === held) return;
    mounted.held = held;
    mounted.stage.ghost(
      tried ? (state.view?.tiles[tried.tile] ?? null) : null,
      tried?.face ?? 0,
      tried?.turn ?? 0,
    );
  }

  function dispose() {
    if (actions.get().isZoomed) actions.update((now) => ({ ...now, isZoomed: false }));
    front?.stage.dispose();
    front?.host.removeAttribute("data-shown");
    front = null;
  }

  function disposeAll() {
    clearTimeout(resting);
    dispose();
    for (const { stage } of beside.values()) stage.dispose();
    beside.clear();
  }

  return {
    sync,
    /** Arrow keys turn the globe to the next face; false when no globe is on show. @param {string} key */
    arrow(key) {
      const [x, y] = ARROWS[/** @type {keyof typeof ARROWS} */ (key)];
      if (actions.get().board !== "planet" || !front) return false;
      actions.step(front.stage.step(x, y));
      return true;
    },
    /**
     * On the way to another board: the globe in front unrolls into the net. False if somebody changed their mind.
     * @param {"planet" | "net"} board
     * @returns {Promise<boolean>}
     */
    async leaveFor(board) {
      const wish = ++wishes;
      const { board: shown, netCentre } = actions.get();
      if (!front || shown !== "planet") return true;
      const done = front.stage.unroll(board === "net", netCentre);
      if (board === "planet") return true;
      front.stage.ghost(null);
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, UNROLLED_BY_MS))]);
      if (wish !== wishes) return false;
      if (front) front.isFlat = true;
      return true;
    },
    /** @param {number} face */
    faceTo(face) {
      if (actions.get().board === "planet") front?.stage.faceTo(face);
    },
    /**
     * The planet turns to the face that is aimed at: at once when that was pressed, and when the pointer rests there
     * only if the tile would be seen from its edge. @param {number} face @param {boolean} isPressed
     */
    aim(face, isPressed) {
      clearTimeout(resting);
      if (actions.get().board !== "planet") return;
      const bring = () =>
        actions.get().held?.face === face && front?.stage.bring(face, isPressed ? NEAR : ASKEW);
      // A press is over only when the finger is off.
      resting = window.setTimeout(bring, isPressed ? 0 : REST_MS);
    },
    /** The whole planet again, as at first. */
    home: () => front?.stage.home(),
    /** The face of my planet that is nearest to the eye; null without a globe of it. */
    face() {
      const { board, me } = actions.get();
      return board === "planet" && front?.seat === me ? (front?.stage.face ?? null) : null;
    },
    /** Where an area of my planet is seen in the window; nothing while it is on the far side, or no globe is drawn. @param {number} area */
    where(area) {
      const { board, me } = actions.get();
      if (board !== "planet" || !front || front.seat !== me) return null;
      const { left, top } = front.stage.canvas.getBoundingClientRect();
      const { x, y, faces } = front.stage.where(area);
      return faces ? { x: left + x, y: top + y } : null;
    },
    /** What of my planet lies under a point of the window. @param {MouseEvent} event */
    under({ clientX, clientY }) {
      if (actions.get().board !== "planet" || !front) return null;
      const { left, top, width, height } = front.stage.canvas.getBoundingClientRect();
      const [x, y] = [clientX - left, clientY - top];
      return x < 0 || y < 0 || x > width || y > height ? null : front.stage.pick(x, y);
    },
    /** Somebody turns their planet: it turns here, too, in front and beside. @param {number} seat @param {[number, number, number, number]} q */
    looked(seat, q) {
      attitudes.set(seat, q);
      if (front?.seat === seat && seat !== actions.get().me) front.stage.setAttitude(q);
      beside.get(seat)?.stage.setAttitude(q);
    },
    /** A picture of the planet in front, with names and points: shared on a phone, saved elsewhere. */
    async keepPicture() {
      const state = actions.get();
      const { view } = state;
      if (!front || !view?.scores) return;
      const { give, keepsake } = await import("../planet/keepsake.js");
      const lines = view.scores.map(({ seat, total }) => `${nameOf(state, seat)} ${total}`);
      const blob = await keepsake(front.stage, {
        title: title(state, view),
        reason: reason(view),
        lines,
        from: t("table.name"),
      });
      await give(new File([blob], `terrahedron-${state.room?.code ?? ""}.png`, { type: blob.type }));
    },
    dispose: disposeAll,
  };
}

/**
 * The one face that was free before and is covered now.
 * @param {string} before
 * @param {string} after
 */
function newFace(before, after) {
  const faces = [...Array(12).keys()].filter(
    (face) => before[SLOTS * face] === "." && after[SLOTS * face] !== ".",
  );
  return faces.length === 1 ? faces[0] : null;
}
