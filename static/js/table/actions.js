/** Everything a person can do at the table, by whatever means: each is one call here, and changes the one state. */

import { makeBoardActions } from "./board-actions.js";
import { makeHintActions } from "./hint-actions.js";
import { makePastActions } from "./past-actions.js";
import { makePointerActions } from "./pointer-actions.js";
import { makeRoomActions } from "./room-actions.js";
import { makeTileActions } from "./tile-actions.js";

/**
 * @typedef {object} Means
 * @property {import("./store.js").Store} store
 * @property {() => import("../net/layout.js").Sheet} sheet
 * @property {() => import("../server/socket.js").Line | null} line
 * @property {(face: number) => void} focusFace  moves the keyboard there after the next redraw
 * @property {(by: number) => void} turned       shows the turn of the held tile
 * @property {() => import("./globes.js").Globes} globes
 * @property {(text: string) => void} answer     says what a key did, to a screen reader
 */

const TOAST_MS = 4000;

/** What all other actions are made of. @param {Means} means */
function makeBasics({ store, answer }) {
  const update = store.update.bind(store);
  return {
    get: store.get,
    update,
    redraw: store.draw.bind(store),
    answer,

    /** Says what a key did, once the words for it are there. @param {(words: typeof import("../texts/spoken.js")) => string} textOf */
    explain: (textOf) =>
      import("../texts/spoken.js").then(
        (words) => answer(textOf(words)),
        () => undefined,
      ),

    /** One at a time, gone by itself. @param {string} text @param {boolean} [isWrong] */
    toast(text, isWrong = false) {
      const id = Date.now();
      update((state) => ({ ...state, toast: { id, text, isWrong } }));
      setTimeout(
        () => update((state) => (state.toast?.id === id ? { ...state, toast: null } : state)),
        TOAST_MS,
      );
    },
  };
}

/** @param {Means} means */
export function makeActions(means) {
  const basics = makeBasics(means);
  const tile = makeTileActions(means, basics);
  const board = makeBoardActions(means, basics);
  const pointer = makePointerActions(means, basics, { ...tile, ...board });
  const past = makePastActions(basics);
  const hints = makeHintActions(means, { ...basics, step: tile.step });
  const room = makeRoomActions(means, basics);
  return { ...basics, ...tile, ...board, ...pointer, ...past, ...hints, ...room };
}

/** @typedef {ReturnType<typeof makeBasics>} Basics */
/** @typedef {ReturnType<typeof makeActions>} Actions */
