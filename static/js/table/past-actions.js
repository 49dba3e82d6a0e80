/** What a person does with the past, at the table and in a replay: go to a moment, step, scrub, let it play. */

import { awardsOf, lastPly, lookBack, moveOnShow, plyOnShow, roundEdge, showPly } from "../state/past.js";
import { play } from "../ui/sound.js";

/** A move is seen for so long, and each animal that comes with it for so long more. */
const MOVE_MS = 1300;
const ANIMAL_MS = 900;

/** @param {import("./actions.js").Basics} basics */
export function makePastActions({ get, update }) {
  let timer = 0;

  function rest() {
    clearTimeout(timer);
    update((state) => (state.isPlaying ? { ...state, isPlaying: false } : state));
  }

  /** What plays stops where somebody goes elsewhere. @param {number} ply */
  function goTo(ply) {
    rest();
    update((state) => showPly(state, ply));
  }

  function playOn() {
    if (!get().isPlaying) return;
    const ply = plyOnShow(get());
    if (ply >= lastPly(get()) || document.hidden) return rest();
    update((state) => showPly(state, ply + 1));
    play("drop", get());
    waitForNext();
  }

  function waitForNext() {
    const { length } = awardsOf(moveOnShow(get()));
    clearTimeout(timer);
    timer = window.setTimeout(playOn, MOVE_MS + ANIMAL_MS * length);
  }

  return {
    /** @param {number | null} seq  of the log; null: back to now */
    lookBack(seq) {
      rest();
      update((state) => lookBack(state, seq));
    },

    goTo,
    /** @param {number} by */
    step: (by) => goTo(plyOnShow(get()) + by),
    /** @param {number} by */
    stepRound: (by) => goTo(roundEdge(get(), by)),

    /** From the last moment it begins again at the first. */
    playOrPause() {
      if (get().isPlaying) return rest();
      const isAtEnd = plyOnShow(get()) >= lastPly(get());
      update((state) => ({ ...(isAtEnd ? showPly(state, 0) : state), isPlaying: true }));
      waitForNext();
    },
  };
}
