/** What a person does with a tile: pick it up, turn it, carry it from face to face, place it. */

import { faceName } from "../net/describe.js";
import { neighbourTowards } from "../net/layout.js";
import { seatInFront } from "../state/looking.js";
import { canPlace, confirm, nextFree, pick, stepTo, takeBack, turnHeld } from "../state/placing.js";
import { areasOnShow } from "../state/trying.js";

/**
 * @param {import("./actions.js").Means} means
 * @param {import("./actions.js").Basics} basics
 */
export function makeTileActions({ sheet, line, focusFace, turned, globes }, basics) {
  const { get, update, answer, explain } = basics;

  /** The keyboard goes to a face, and the held tile with it. @param {number | null} face */
  function step(face) {
    if (face === null) return;
    const before = get();
    update((state) => ({ ...stepTo(state, face), hover: face }));
    focusFace(face);
    globes().faceTo(face);
    // A face of the net has the focus now, and so is read by itself.
    const state = get();
    if (state.held) explain(({ stepText }) => stepText(before, get(), face));
    else if (state.board === "planet") answer(faceName(areasOnShow(state, seatInFront(state)), face));
  }

  return {
    step,

    /** @param {number} tile @param {{byKey?: boolean}} [how] */
    pick(tile, { byKey = false } = {}) {
      const asked = get();
      if (asked.me === null || !asked.view) return;
      update((state) => pick(state, tile, globes().face() ?? state.focus));
      const { held } = get();
      if (byKey && held) step(held.face);
      else if (asked.held && held?.face != null) globes().aim(held.face, true);
      else if (held?.face != null) globes().faceTo(held.face);
      explain(({ pickText }) => pickText(asked, get(), tile));
    },

    /** @param {number} by */
    turn(by) {
      if (get().pending) return;
      update((state) => turnHeld(state, by));
      explain(({ heldText }) => heldText(get()));
      if (get().held) turned(by);
    },

    takeBack() {
      const asked = get();
      update(takeBack);
      const tile = asked.held?.tile;
      if (tile !== undefined) explain(({ pickText }) => pickText(asked, get(), tile));
    },

    confirm() {
      if (!canPlace(get()))
        return void import("./plans.js").then(({ planHeld }) => planHeld(basics), Boolean);
      update((state) => confirm(state, crypto.randomUUID()));
      const { pending } = get();
      if (pending) line()?.act(pending);
    },

    /** @param {string} key */
    arrow(key) {
      const face = globes().arrow(key) ?? neighbourTowards(sheet(), get().focus, key);
      step(face);
    },

    nextFree: () => step(nextFree(get())),
  };
}
