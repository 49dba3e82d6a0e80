/** The end, told in steps: secret after secret is turned over, and then the deal is proved. */

import { checkGame } from "../server/games.js";
import { wantsStillness } from "./motion.js";

/** @typedef {import("./actions.js").Actions} Actions */

const REVEAL_MS = 1500;

/**
 * @param {Actions} actions
 * @param {boolean} isLive  slowly for who was there, at once for who comes later or presses something
 */
export async function reveal(actions, isLive) {
  let pace = isLive ? REVEAL_MS / (wantsStillness.matches ? 2 : 1) : 0;
  const pressed = new AbortController();
  /** @type {Promise<void>} */
  const hurry = new Promise((resolve) => {
    const press = () => {
      pace = 0;
      resolve();
    };
    for (const type of ["keydown", "pointerdown"])
      document.addEventListener(type, press, { signal: pressed.signal });
  });
  for (;;) {
    if (pace) await Promise.race([hurry, new Promise((resolve) => setTimeout(resolve, pace))]);
    const { view, revealed } = actions.get();
    if (!view?.over || revealed >= view.players) break;
    const turned = pace ? revealed + 1 : view.players;
    actions.update((state) => ({ ...state, revealed: turned, held: null }));
  }
  pressed.abort();
  const { view, game } = actions.get();
  if (game && view?.over) await proveDeal(actions, game);
}

/** @param {Actions} actions @param {string} game */
async function proveDeal({ update }, game) {
  update((state) => ({ ...state, proof: { state: "checking", seed: null } }));
  const proof = await checkGame(game);
  update((state) => (state.game === game ? { ...state, proof } : state));
}
