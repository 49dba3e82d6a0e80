/** What a person does to see: turn to a region or another planet, change boards and tabs, and how it looks and sounds. */

import { HABITATS } from "../generated/facts.js";
import { regionNote } from "../net/describe.js";
import { planetFrom } from "../rules/planet.js";
import { faceOf } from "../rules/sphere.js";
import { seatInFront, viewOnShow } from "../state/looking.js";
import { play } from "../ui/sound.js";
import { remember } from "../ui/storage.js";

/** @typedef {import("../state/table.js").TableState} TableState */

/**
 * @param {import("./actions.js").Means} means
 * @param {import("./actions.js").Basics} basics
 */
export function makeBoardActions({ globes }, { get, update, answer }) {
  /** Kept for the next visit, too. @param {"sound" | "volume" | "quality" | "board"} name @param {unknown} value */
  function choose(name, value) {
    update((state) => ({ ...state, [name]: value }));
    remember(name, value);
  }

  return {
    /** Shows the largest region of the next habitat on the planet in front, and tells of it. */
    nextRegion() {
      const state = get();
      const areas = viewOnShow(state)?.planets[seatInFront(state)] ?? "";
      const region = regionAfter(areas, state.area);
      if (!region) return;
      const [area] = region.areas;
      const note = regionNote(areas, area);
      update((now) => ({ ...now, area }));
      answer(`${note?.title}; ${note?.text}.`);
      globes().faceTo(mainFace(region.areas));
    },

    home: () => globes().home(),

    /** The face becomes the middle of the net. @param {number} face */
    centre(face) {
      update((state) => ({ ...state, netCentre: face }));
      remember("heart", face);
    },

    /** Without a wish, the other one. @param {"planet" | "net"} [board] */
    async showBoard(board = get().board === "planet" ? "net" : "planet") {
      if (get().hasPlanet && (await globes().leaveFor(board))) choose("board", board);
    },

    /** @param {number} by  seats forward or back, my own among them */
    swipe(by) {
      update((state) => {
        const players = state.view?.players ?? 1;
        const seat = (seatInFront(state) + by + players) % players;
        return { ...state, front: seat === state.me ? null : seat };
      });
    },

    /** @param {import("../state/table.js").Tab} tab */
    showTab(tab) {
      const isSheetUp = tab !== null || get().isSheetUp;
      update((state) => ({ ...state, tab, isSheetUp, unread: tab === "talk" ? 0 : state.unread }));
    },

    toggleSheet: () => update((state) => ({ ...state, isSheetUp: !state.isSheetUp })),
    closeCard: () => update((state) => (state.card ? { ...state, card: null } : state)),
    keepPicture: () => globes().keepPicture(),

    toggleSound() {
      choose("sound", !get().sound);
      play("placed", get());
    },

    /** @param {number} volume  0 to 1 */
    setVolume(volume) {
      choose("volume", volume);
      play("placed", get());
    },

    /** @param {TableState["quality"]} quality */
    setQuality: (quality) => choose("quality", quality),
  };
}

/**
 * Of the largest regions of all habitats the one that comes after the region of an area; else the first.
 * @param {string} areas
 * @param {number | null} area
 */
function regionAfter(areas, area) {
  const { regions } = planetFrom(areas);
  const largest = [...HABITATS].flatMap((habitat) => {
    const own = regions.filter((region) => region.habitat === habitat);
    return own.sort((a, b) => b.size - a.size)[0] ?? [];
  });
  const last = largest.findIndex((region) => region.areas.includes(area ?? -1));
  return largest[(last + 1) % largest.length];
}

/** The face that holds most of a region. @param {number[]} areas */
function mainFace(areas) {
  const faces = areas.map(faceOf);
  const weight = (/** @type {number} */ face) => faces.filter((one) => one === face).length;
  return faces.reduce((best, face) => (weight(face) > weight(best) ? face : best));
}
