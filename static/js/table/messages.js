/** What the server says, taken into the state by its reducer; and the little that follows from it besides. */

import { pendingAct } from "../server/pending-act.js";
import { doubt, forgetReaction, receiveLineStatus, reducers } from "../state/messages.js";
import { resumeAct } from "../state/placing.js";
import { has, t } from "../texts/catalogue.js";

/** @typedef {import("../server/socket.js").Message} Message */
/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {{code: string, action_id: string, details?: {rule?: string}}} Refusal */

const REACTION_MS = 4000;

/** @param {{actions: import("./actions.js").Actions, globes: import("./globes.js").Globes}} means */
export function makeMessageHandlers({ actions, globes }) {
  const { get, update, toast } = actions;
  let reactions = 0;

  /** @type {Record<string, (message: never, before: TableState) => void>} */
  const effects = {
    snapshot(/** @type {{restored?: boolean}} */ { restored }) {
      if (restored) toast(t("table.restored"));
      update(resumed);
    },
    nack(/** @type {Refusal} */ refusal, before) {
      const isMine = before.pending?.action_id === refusal.action_id;
      if (isMine || !refusal.action_id) toast(refusalText(refusal), true);
    },
    looked: (/** @type {{seat: number, q: [number, number, number, number]}} */ { seat, q }) =>
      globes.looked(seat, q),
    reacted: (/** @type {{id: number}} */ { id }) =>
      void setTimeout(() => update((state) => forgetReaction(state, id)), REACTION_MS),
  };

  return {
    /** False for an event that does not fit what is known. @param {Message} heard */
    receive(heard) {
      const before = get();
      const message = heard.type === "reacted" ? { ...heard, id: ++reactions } : heard;
      const reduce = reducers[/** @type {keyof typeof reducers} */ (message.type)];
      if (reduce) update((state) => reduce(state, /** @type {never} */ (message), Date.now()));
      effects[message.type]?.(/** @type {never} */ (message), before);
      return message.type !== "event" || get().seq === heard.seq;
    },
    /** @param {import("../state/table.js").Line} line @param {number | null} code */
    lineChanged: (line, code) => update((state) => receiveLineStatus(state, line, Date.now(), code)),
    doubted: () => update(doubt),
  };
}

/** With the act that was on its way when the page was last closed. @param {TableState} state */
function resumed(state) {
  const act = state.room ? pendingAct(state.room.code) : null;
  if (!act || act.game !== state.game || state.pending) return state;
  const { game: _, ...pending } = act;
  return resumeAct(state, pending);
}

/** @param {Refusal} refusal */
function refusalText({ code, details }) {
  const keys = [`errors.${details?.rule ?? ""}`, `errors.${code}`];
  const known = keys.find((key) => has(key));
  return t(known ?? "table.no_answer");
}
