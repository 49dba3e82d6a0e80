/** What the server says, taken into the state: one small function a message. */

import { kept } from "../kept.js";
import { resumeAct } from "../state.js";
import { has, t } from "../texts.js";
import {
  forget,
  hearEvent,
  hearLine,
  hearRefusal,
  hearRoom,
  hearSnapshot,
  hearTalk,
  hearWelcome,
  learnHistory,
} from "./hearing.js";

/** @typedef {import("../socket.js").Message} Message */
/** @typedef {import("../state.js").TableState} TableState */
/** @typedef {import("../state.js").LogEntry} LogEntry */
/** @typedef {import("./view.js").View} View */

const REACTION_MS = 4000;

/** @param {{store: import("./store.js").Store, hands: import("./hands.js").Hands, globes: ReturnType<typeof import("./globes.js").makeGlobes>}} means */
export function makeEars({ store, hands, globes }) {
  let reactions = 0;

  /** @type {Record<string, (message: never) => boolean | void>} */
  const heard = {
    welcome: (/** @type {{role: "seat" | "watcher", seat: number | null}} */ { role, seat }) =>
      hands.update((state) => hearWelcome(state, role, seat)),
    room: (/** @type {{room: import("../state.js").Room}} */ { room }) =>
      hands.update((state) => hearRoom(state, room, Date.now())),
    snapshot: (
      /** @type {{game: string, seq: number, view: View, restored?: boolean}} */ {
        game,
        seq,
        view,
        restored = false,
      },
    ) => {
      hands.update((state) => hearSnapshot(restored ? forget(state) : state, game, seq, view));
      if (restored) hands.toast(t("table.restored"));
      resumeKept();
    },
    event: (/** @type {LogEntry & {action_id: string | null}} */ { seq, at, event, action_id }) => {
      hands.update((state) => hearEvent(state, { seq, at, event }, action_id));
      return store.get().seq === seq;
    },
    nack: (/** @type {{action_id: string, code: string, details?: {rule?: string}}} */ message) => {
      const isMine = store.get().pending?.action_id === message.action_id;
      hands.update((state) => hearRefusal(state, message.action_id));
      if (isMine || !message.action_id) hands.toast(refusalText(message), true);
    },
    hb_ack: (/** @type {{now: string}} */ { now }) =>
      hands.update((state) => ({ ...state, clock: Date.parse(now) - Date.now() })),
    said: (/** @type {import("../state.js").Said} */ said) =>
      hands.update((state) => hearTalk(state, said, state.tab === "talk")),
    looked: (/** @type {{seat: number, q: [number, number, number, number]}} */ { seat, q }) =>
      globes.looked(seat, q),
    reacted: (/** @type {import("../state.js").Reacted} */ reaction) => {
      const id = ++reactions;
      hands.update((state) => ({ ...state, reactions: [...state.reactions, { ...reaction, id }] }));
      setTimeout(
        () =>
          hands.update((state) => ({ ...state, reactions: state.reactions.filter((one) => one.id !== id) })),
        REACTION_MS,
      );
    },
  };

  /** An act that was on its way when the page was last closed. */
  function resumeKept() {
    const state = store.get();
    const act = state.room ? kept(state.room.code) : null;
    if (!act || act.game !== state.game || state.pending) return;
    const { game: _, ...pending } = act;
    hands.update((now) => resumeAct(now, pending));
  }

  return {
    /** @param {Message} message */
    hear: (message) => heard[message.type]?.(/** @type {never} */ (message)),
    /** @param {View} start @param {LogEntry[]} log */
    learn: (start, log) => hands.update((state) => learnHistory(state, start, log)),
    /** @param {import("../state.js").Line} line @param {number | null} code */
    lineChanged: (line, code) => hands.update((state) => hearLine(state, line, Date.now(), code)),
    doubted: () => hands.update((state) => (state.pending ? { ...state, isDoubted: true } : state)),
  };
}

/** @param {{code: string, details?: {rule?: string}}} refusal */
function refusalText({ code, details }) {
  const keys = [`nack.${details?.rule ?? ""}`, `nack.${code}`, `errors.${code}`];
  const known = keys.find((key) => has(key));
  return t(known ?? "table.no_answer");
}
