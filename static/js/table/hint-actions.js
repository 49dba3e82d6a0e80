/** What a person does with hints: ask for one, look at each of its moves, take one into the hand. */

import { hintAtHand, hintOnShow, takeHint, turnHint } from "../state/hinting.js";
import { t } from "../texts/catalogue.js";

/**
 * @param {import("./actions.js").Means} means
 * @param {import("./actions.js").Basics & {step: (face: number | null) => void}} basics
 */
export function makeHintActions({ globes }, { get, update, answer, toast, step }) {
  const means = { get, update, answer, toast, globes };
  /** The code for it comes when it is wanted. @param {(hints: typeof import("./hints.js")) => unknown} use */
  const withHints = (use) => import("./hints.js").then(use, () => toast(t("table.no_answer"), true));

  return {
    askHint: () => withHints(({ askForHint }) => askForHint(means)),

    /** @param {boolean} isYes */
    answerHints: (isYes) => withHints(({ agreeToHints }) => agreeToHints(means, isYes)),

    /** @param {number} by */
    turnHint(by) {
      update((state) => turnHint(state, by));
      void withHints(({ showHint }) => showHint(means));
    },

    /** One key for all of it: ask, then go from one to the next. */
    hintKey() {
      if (!hintAtHand(get())) return this.askHint();
      return this.turnHint(hintOnShow(get()) ? 1 : 0);
    },

    takeHint() {
      const face = hintOnShow(get())?.face;
      if (face === undefined) return;
      update(takeHint);
      step(face);
    },

    closeHint: () => update((state) => ({ ...state, hint: null })),
  };
}
