/** What a person does with the past, at the table and in a replay: go to a moment, step, scrub, let it play. */

import { lastPly, lookBack, plyOnShow, roundEdge, showPly } from "../state/past.js";

/** @param {import("./actions.js").Basics} basics */
export function makePastActions({ get, update }) {
  /** What plays stops where somebody goes elsewhere. @param {(state: import("../state/table.js").TableState) => import("../state/table.js").TableState} change */
  const go = (change) => update((state) => ({ ...change(state), isPlaying: false }));
  const goTo = (/** @type {number} */ ply) => go((state) => showPly(state, ply));

  return {
    /** @param {number | null} seq  of the log; null: back to now */
    lookBack: (seq) => go((state) => lookBack(state, seq)),
    goTo,
    /** @param {number} by */
    stepMove: (by) => goTo(plyOnShow(get()) + by),
    /** @param {number} by */
    stepRound: (by) => goTo(roundEdge(get(), by)),

    /** From the last moment it begins again at the first. */
    playOrPause() {
      const isAtEnd = plyOnShow(get()) >= lastPly(get());
      update((state) => ({ ...(isAtEnd ? showPly(state, 0) : state), isPlaying: !state.isPlaying }));
      if (get().isPlaying)
        import("./playing.js").then(
          ({ playOn }) => playOn({ get, update }),
          () => go((state) => state),
        );
    },
  };
}
