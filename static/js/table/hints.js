/** Asking for a hint, over plain HTTP; in a public room it is also my yes to hints, until everybody has said it. */

import { call } from "../server/http.js";
import { canAsk, learnHint } from "../state/hinting.js";
import { errorText, t } from "../texts/catalogue.js";
import { hintText } from "../texts/hints.js";
import { nameOf } from "../texts/words.js";

/** @typedef {Pick<import("./actions.js").Basics, "get" | "update" | "answer" | "toast"> & {globes: () => import("./globes.js").Globes}} Means */

/** @param {Means} means */
export async function askForHint(means) {
  const { get, update, toast } = means;
  const { room } = get();
  if (!room || !canAsk(get()) || get().isHintAwaited) return;
  update((state) => ({ ...state, isHintAwaited: true }));
  try {
    const awaited = room.hints?.awaited.length ? await sayYes(room.code) : [];
    if (awaited.length > 0) {
      const names = awaited.map((seat) => nameOf(get(), seat));
      return toast(t("hint.waiting", { names, count: names.length }));
    }
    const given = await call("POST", `/api/rooms/${room.code}/hints`, {});
    update((state) => learnHint(state, given));
    showHint(means);
  } catch (error) {
    toast(errorText(/** @type {{code: string}} */ (error)), true);
  } finally {
    update((state) => ({ ...state, isHintAwaited: false }));
  }
}

/** Yes to what somebody else has asked for, or no. @param {Means} means @param {boolean} isYes */
export async function agreeToHints({ get, toast }, isYes) {
  const code = get().room?.code;
  const answer = call("POST", `/api/rooms/${code}/hints/agreement`, { agree: isYes });
  await answer.catch((error) => toast(errorText(error), true));
}

/** Whose yes is missing still. @param {string} code @returns {Promise<number[]>} */
async function sayYes(code) {
  const { hints } = await call("POST", `/api/rooms/${code}/hints/agreement`, { agree: true });
  return hints?.awaited ?? [];
}

/** The planet turns to it, and a screen reader says it. @param {Means} means */
export function showHint({ get, globes, answer }) {
  const { hint } = get();
  if (!hint) return;
  globes().faceTo(hint.best[hint.at].face);
  answer(hintText(get()));
}
