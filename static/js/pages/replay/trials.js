/**
 * Moves of the past that are tried again, one after the other. Whoever has an analysis asks for it with the event
 * `try-again` of the document; what is placed is looked up in it, and nothing leaves this page.
 */

import { leaveTrial } from "../../state/past.js";
import { judgeTrial, lossOf, standBefore } from "../../state/trial.js";
import { t } from "../../texts/catalogue.js";

/** @typedef {import("../../state/trial.js").Placement} Placement */
/** @typedef {import("../../state/trial.js").CostlyChoice} CostlyChoice */
/** @typedef {{choices: CostlyChoice[], at: number, isShown: boolean}} Wish */

/** Points behind the best that are told as nearly as good. */
const NEAR = 0.3;
/** So near there is no difference. */
const SAME = 0.05;

/** @param {number[]} list @returns {Placement} */
const placementOf = ([tile, face, turn]) => ({ tile, face, turn });

export class Trials {
  /** @param {import("../../table/store.js").Store} store @param {import("./replay.js").Past} past @param {() => void} appear */
  constructor(store, past, appear) {
    this.store = store;
    this.past = past;
    /** @type {CostlyChoice[]} */
    this.choices = [];
    this.at = 0;
    document.addEventListener("try-again", (event) => {
      const { choices, at, isShown } = /** @type {Wish} */ (/** @type {CustomEvent} */ (event).detail);
      this.choices = choices;
      this.stand(at);
      if (isShown) this.showBest();
      appear();
    });
    this.next = () => this.stand(this.at + 1);
    this.showBest = () => this.judge(t("trial.shown"), placementOf(this.choice.better), true);
    this.leave = () => store.update(leaveTrial);
  }

  get choice() {
    return this.choices[this.at];
  }

  /** Before one of the moves. @param {number} at */
  stand(at) {
    this.at = at;
    const { ply, round, seat } = this.choice;
    const start = this.past.startFor({ seat, isOpen: false });
    const asked = { ply, round, seat, number: at + 1, all: this.choices.length };
    this.store.update((state) => standBefore(state, asked, start));
  }

  /** What the table would send to a server: the tile was placed. @param {Placement} placement */
  act({ tile, face, turn }) {
    const placement = { tile, face, turn };
    const loss = lossOf(this.choice.losses, placement) ?? 0;
    this.judge(this.verdict(placement, loss), placement, loss < SAME);
  }

  /** @param {Placement} placement @param {number} loss */
  verdict(placement, loss) {
    if (loss < SAME) return t("trial.best");
    const count = Math.round(10 * loss) / 10;
    const points = { noun: "counted.points", count };
    const { tile, face, turn } = placementOf(this.choice.made);
    const isSame = tile === placement.tile && face === placement.face && turn === placement.turn;
    return t(isSame ? "trial.same" : loss < NEAR ? "trial.near" : "trial.far", { points });
  }

  /** @param {string} verdict @param {Placement} placement @param {boolean} isDone */
  judge(verdict, placement, isDone) {
    this.store.update((state) => judgeTrial(state, verdict, placement, isDone));
  }
}
