/** What a person does about their plan: add the tile in hand to it, leave one out, withdraw it; and how it is kept in step with the server. */

import { call } from "../server/http.js";
import { isMyMove } from "../state/placing.js";
import {
  canPlanHeld,
  hasMoveToCome,
  isPlanFull,
  learnPlan,
  planned,
  stillPossible,
  wishOnShow,
  withHeld,
} from "../state/planning.js";
import { errorText, t } from "../texts/catalogue.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../state/table.js").Wish} Wish */
/** @typedef {Pick<import("./actions.js").Basics, "get" | "update" | "toast">} Means */

/** After so long a plan whose turn has come was made, or nothing of it was possible. */
const PLAYED_BY_MS = 4000;

/** @param {TableState} state */
const addressOf = ({ game }) => `/api/games/${game}/plan`;

/** For which moment it was asked for last. */
let asked = "";
/** @type {import("../state/table.js").Shown | null} */
let shown = null;

// It may have been changed on another device meanwhile.
globalThis.document?.addEventListener("visibilitychange", () => {
  asked = "";
});

/** After each draw: know the plan of this moment, and show it where it would lie. @param {Means} means */
export function followPlan(means) {
  const { get, update } = means;
  const state = get();
  const moment = hasMoveToCome(state) ? `${state.game} ${state.seq}` : "";
  if (moment && moment !== asked) void fetchPlan(means);
  asked = moment;
  const wish = wishOnShow(state);
  if (JSON.stringify(shown?.placement ?? null) === JSON.stringify(wish)) return;
  const before = shown;
  shown = wish ? { placement: wish, areas: [] } : null;
  document.querySelector("main")?.toggleAttribute("data-planned", shown !== null);
  if (shown || state.shown === before) update((now) => ({ ...now, shown }));
}

/** @param {Means} means */
async function fetchPlan({ get, update, toast }) {
  const before = get();
  const kept = await call("GET", addressOf(before)).catch(() => null);
  if (!kept || get().game !== before.game || get().seq !== before.seq) return;
  const isNews = kept.lapsed && !before.plan?.lapsed;
  update((state) => learnPlan(state, kept));
  if (isNews) toast(t("plan.lapsed"));
  const isPlayedSoon = isMyMove(get()) && planned(get()).length > 0 && !kept.lapsed;
  if (isPlayedSoon) setTimeout(() => fetchPlan({ get, update, toast }), PLAYED_BY_MS);
}

/** The tile in hand becomes a part of my plan, as it lies. @param {Means} means */
export async function planHeld(means) {
  const state = means.get();
  if (!canPlanHeld(state)) return;
  if (isPlanFull(state)) return means.toast(t("plan.full"));
  const isFirst = stillPossible(state).length === 0;
  if (!(await keep(means, withHeld(state)))) return;
  means.update((now) => ({ ...now, held: null, isPlanOpen: now.isPlanOpen || isFirst }));
  means.toast(t("plan.kept"));
}

/** @param {Means} means @param {number} tile */
export async function leaveOut(means, tile) {
  const wishes = stillPossible(means.get()).filter((wish) => wish.tile !== tile);
  return wishes.length > 0 ? keep(means, wishes) : withdraw(means);
}

/** @param {Means} means */
export async function withdraw({ get, update, toast }) {
  try {
    await call("DELETE", addressOf(get()));
    update((state) => ({ ...state, plan: null, isPlanOpen: false }));
    toast(t("plan.withdrawn"));
    return true;
  } catch (error) {
    toast(errorText(/** @type {{code: string}} */ (error)), true);
    return false;
  }
}

/** @param {Means} means @param {Wish[]} wishes */
async function keep({ get, update, toast }, wishes) {
  try {
    const kept = await call("PUT", addressOf(get()), { round: get().view?.round, wishes });
    update((state) => learnPlan(state, kept));
    return true;
  } catch (error) {
    toast(errorText(/** @type {{code: string}} */ (error)), true);
    return false;
  }
}
