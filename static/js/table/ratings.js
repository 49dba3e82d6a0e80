/** What a rated game made of everybody's rating: asked for once it is over, and again while it cannot be had. */

import { call } from "../server/http.js";

const AGAIN_MS = 5000;

/** Of which game it was asked for last. */
let asked = "";

/** After each draw. @param {Pick<import("./actions.js").Basics, "get" | "update" | "redraw">} means */
export function followRatings(means) {
  const { view, room, game } = means.get();
  if (!view?.over || !game || !room?.options.rated || asked === game) return;
  asked = game;
  void fetchRatings(means, game);
}

/** @param {Pick<import("./actions.js").Basics, "update" | "redraw">} means @param {string} game */
async function fetchRatings({ update, redraw }, game) {
  const answer = await call("GET", `/api/games/${game}/ratings`).catch(() => null);
  if (answer) return update((state) => ({ ...state, ratings: { game, seats: answer.seats } }));
  setTimeout(() => {
    asked = "";
    redraw();
  }, AGAIN_MS);
}
