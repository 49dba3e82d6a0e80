/** One globe on the table: a seat's planet, and what of the state shows on it. Each part is touched only when it changes. */

import { homesOf } from "../globes/homes.js";
import { FACES, faceOf, SLOTS } from "../rules/sphere.js";
import { animalsOf, litAreas } from "../state/lit.js";
import { viewOnShow } from "../state/looking.js";
import { placementTried } from "../state/trying.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../planet/attitude.js").Attitude} Attitude */

export class Globe {
  /** @param {import("../planet/stage.js").Stage} stage @param {number} seat @param {string} areas @param {Element} host */
  constructor(stage, seat, areas, host) {
    this.stage = stage;
    this.seat = seat;
    this.areas = areas;
    this.host = host;
    this.lit = "";
    /** @type {string | null} */
    this.held = null;
    /** Null: the next ones stand there at once. @type {string | null} */
    this.animals = null;
    this.isFlat = false;
  }

  /** Another seat's planet takes the place of this one. @param {number} seat @param {string} areas @param {string} seedText */
  become(seat, areas, seedText) {
    Object.assign(this, { seat, areas, animals: null });
    this.stage.setAreas(areas, { seedText });
  }

  /**
   * As its owner holds it; unless that is known, the tile in hand or the one laid last is what one wants to see.
   * @param {TableState} state
   * @param {Attitude | undefined} attitude
   */
  showLast(state, attitude) {
    const [, laid] = viewOnShow(state)?.placements[this.seat].at(-1) ?? [];
    const isMine = this.seat === state.me;
    const face = (isMine ? placementTried(state)?.face : null) ?? laid;
    if (attitude && !isMine) this.stage.setAttitude(attitude);
    else if (face !== undefined) this.stage.faceTo(face);
  }

  /** New areas; a single new tile drops into place. @param {string} areas */
  lay(areas) {
    if (this.areas === areas) return;
    const face = newFace(this.areas, areas);
    this.areas = areas;
    if (face !== null && !this.stage.where(SLOTS * face).faces) this.stage.faceTo(face);
    this.stage.setAreas(areas, face === null ? {} : { animate: { face } });
  }

  /** The net has become this globe again. @param {number} netCentre */
  rollUp(netCentre) {
    if (!this.isFlat) return;
    void this.stage.unroll(false, netCentre);
    Object.assign(this, { isFlat: false, held: null });
  }

  /** @param {TableState} state */
  showHeld(state) {
    const tried = placementTried(state);
    const held = JSON.stringify([tried, state.held === null]);
    if (this.held === held) return;
    this.held = held;
    const letters = tried ? (state.view?.tiles[tried.tile] ?? null) : null;
    this.stage.ghost(letters, tried?.face ?? 0, tried?.turn ?? 0, state.held === null);
  }

  /** @param {TableState} state */
  showLit(state) {
    const areas = litAreas(state, this.seat);
    const lit = areas.join();
    if (this.lit === lit) return;
    this.lit = lit;
    const isSeen = areas.length === 0 || areas.some((area) => this.stage.where(area).faces);
    // The pointer only passes over an animal: that turns no planet.
    if (!isSeen && !state.held && state.card?.isPinned !== false) this.stage.faceTo(faceOf(areas[0]));
    this.stage.glow(lit ? areas : null);
  }

  /** Each stands in the region that won it; who comes while we look on arrives there. @param {TableState} state */
  showAnimals(state) {
    const awards = animalsOf(state, this.seat);
    const animals = awards.map((award) => award.animal).join();
    if (this.animals === animals) return;
    const animate = this.animals !== null;
    this.animals = animals;
    const view = viewOnShow(state);
    void this.stage.animals(view ? homesOf(view, awards) : [], { animate });
  }
}

/**
 * The one face that was free before and is covered now.
 * @param {string} before
 * @param {string} after
 */
function newFace(before, after) {
  const faces = [...Array(FACES).keys()].filter(
    (face) => before[SLOTS * face] === "." && after[SLOTS * face] !== ".",
  );
  return faces.length === 1 ? faces[0] : null;
}
