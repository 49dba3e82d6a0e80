/** What the server says, taken into the state: one small function a message. */

import { pendingAct } from "../server/pending-act.js";
import {
  forget,
  receiveEvent,
  receiveLineStatus,
  receiveRefusal,
  receiveRoom,
  receiveSnapshot,
  receiveTalk,
  receiveWelcome,
} from "../state/messages.js";
import { resumeAct } from "../state/placing.js";
import { has, t } from "../texts/catalogue.js";

/** @typedef {import("../server/socket.js").Message} Message */
/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../state/table.js").LogEntry} LogEntry */
/** @typedef {import("../rules/view.js").View} View */

const REACTION_MS = 4000;

/** @param {{store: import("./store.js").Store, actions: import("./actions.js").Actions, globes: import("./globes.js").Globes}} means */
export function makeMessageHandlers({ store, actions, globes }) {
  let reactions = 0;

  /** @type {Record<string, (message: never) => boolean | void>} */
  const heard = {
    welcome: (/** @type {{role: "seat" | "watcher", seat: number | null}} */ { role, seat }) =>
      actions.update((state) => receiveWelcome(state, role, seat)),
    room: (/** @type {{room: import("../state/table.js").Room}} */ { room }) =>
      actions.update((state) => receiveRoom(state, room, Date.now())),
    snapshot: (
      /** @type {{game: string, seq: number, view: View, restored?: boolean}} */ {
        game,
        seq,
        view,
        restored = false,
      },
    ) => {
      actions.update((state) => receiveSnapshot(restored ? forget(state) : state, game, seq, view));
      if (restored) actions.toast(t("table.restored"));
      resumeKept();
    },
    event: (
      /** @type {LogEntry & {action_id: string | null, due_at?: string | null}} */ {
        seq,
        at,
        event,
        action_id,
        due_at,
      },
    ) => {
      actions.update((state) => receiveEvent(state, { seq, at, event }, action_id, due_at));
      return store.get().seq === seq;
    },
    nack: (/** @type {{action_id: string, code: string, details?: {rule?: string}}} */ message) => {
      const isMine = store.get().pending?.action_id === message.action_id;
      actions.update((state) => receiveRefusal(state, message.action_id));
      if (isMine || !message.action_id) actions.toast(refusalText(message), true);
    },
    hb_ack: (/** @type {{now: string}} */ { now }) =>
      actions.update((state) => ({ ...state, clock: Date.parse(now) - Date.now() })),
    said: (/** @type {import("../state/table.js").Said} */ said) =>
      actions.update((state) => receiveTalk(state, said, state.tab === "talk")),
    looked: (/** @type {{seat: number, q: [number, number, number, number]}} */ { seat, q }) =>
      globes.looked(seat, q),
    reacted: (/** @type {import("../state/table.js").Reacted} */ reaction) => {
      const id = ++reactions;
      actions.update((state) => ({ ...state, reactions: [...state.reactions, { ...reaction, id }] }));
      setTimeout(
        () =>
          actions.update((state) => ({
            ...state,
            reactions: state.reactions.filter((one) => one.id !== id),
          })),
        REACTION_MS,
      );
    },
  };

  /** An act that was on its way when the page was last closed. */
  function resumeKept() {
    const state = store.get();
    const act = state.room ? pendingAct(state.room.code) : null;
    if (!act || act.game !== state.game || state.pending) return;
    const { game: _, ...pending } = act;
    actions.update((now) => resumeAct(now, pending));
  }

  return {
    /** @param {Message} message */
    receive: (message) => heard[message.type]?.(/** @type {never} */ (message)),
    /** @param {import("../state/table.js").Line} line @param {number | null} code */
    lineChanged: (line, code) => actions.update((state) => receiveLineStatus(state, line, Date.now(), code)),
    doubted: () => actions.update((state) => (state.pending ? { ...state, isDoubted: true } : state)),
  };
}

/** @param {{code: string, details?: {rule?: string}}} refusal */
function refusalText({ code, details }) {
  const keys = [`errors.${details?.rule ?? ""}`, `errors.${code}`];
  const known = keys.find((key) => has(key));
  return t(known ?? "table.no_answer");
}
