/** The past over time: move after move, until the last or until somebody goes elsewhere. */

import { awardsOf, lastPly, moveOnShow, plyOnShow, showPly } from "../state/past.js";
import { play } from "../ui/sound.js";

/** A move is seen for so long, and each animal that comes with it for so long more. */
const MOVE_MS = 1300;
const ANIMAL_MS = 900;

let timer = 0;

/** @param {Pick<import("./actions.js").Basics, "get" | "update">} table */
export function playOn({ get, update }) {
  clearTimeout(timer);
  const wait = MOVE_MS + ANIMAL_MS * awardsOf(moveOnShow(get())).length;
  timer = window.setTimeout(() => {
    if (!get().isPlaying) return;
    if (document.hidden) return update((state) => ({ ...state, isPlaying: false }));
    const ply = plyOnShow(get()) + 1;
    update((state) => ({ ...showPly(state, ply), isPlaying: ply < lastPly(state) }));
    play("drop", get());
    if (get().isPlaying) playOn({ get, update });
  }, wait);
}
