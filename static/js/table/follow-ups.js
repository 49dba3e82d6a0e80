/** What follows from a change besides drawing: sounds, motion, words for a screen reader, the past, the end. */

import { endCeremony } from "../state/awards.js";
import { cardOnShow } from "../state/lit.js";
import { isEndOnShow, seatInFront } from "../state/looking.js";
import { learnHistory } from "../state/messages.js";
import { isMyMove } from "../state/placing.js";
import { t } from "../texts/catalogue.js";
import { nameOf } from "../texts/words.js";
import { play } from "../ui/sound.js";
import { remember } from "../ui/storage.js";
import { showDrop } from "./motion.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../state/table.js").LogEntry} LogEntry */

/** How long a watcher still looks at who has moved, before turning to who is next. */
const LINGER_MS = 1800;

export class FollowUps {
  /**
   * @param {HTMLElement} root
   * @param {import("./actions.js").Actions} actions
   * @param {(messages: string[]) => void} tell  to a screen reader
   */
  constructor(root, actions, tell) {
    this.root = root;
    this.actions = actions;
    this.tell = tell;
    this.isRevealing = false;
    /** Of which game the past is being asked for. @type {string | null} */
    this.learning = null;
    for (const press of ["keydown", "pointerdown"])
      document.addEventListener(press, () => this.endCeremony(), true);
  }

  /**
   * @param {TableState} before
   * @param {TableState} now
   */
  after(before, now) {
    if (before.muted !== now.muted) remember(`muted:${this.root.dataset.code}`, now.muted);
    if (now.game && isPastMissing(before, now)) void this.learnThePast(now.game);
    const events = now.game === before.game ? now.log.filter((entry) => entry.seq > before.seq) : [];
    if (events.length > 0) {
      this.afterEvents(now, events);
      this.tellLoss(before, now, events);
    }
    if (now.ceremony && now.ceremony.cards !== before.ceremony?.cards) this.leadCeremony();
    void this.tellNews(before, now);
    if (isEndOnShow(this.actions.get()) && now.revealed === 0 && !this.isRevealing)
      void this.revealTheEnd(before.game === now.game);
    const card = cardOnShow(now);
    const isNews = card?.isDecided && card.award.seat !== null && !cardOnShow(before)?.isDecided;
    if (isNews) play("award", now);
  }

  /**
   * @param {TableState} now
   * @param {LogEntry[]} events
   */
  afterEvents(now, events) {
    const { event } = events[events.length - 1];
    const helped = events.filter(
      ({ event }) => event.kind === "move" && event.by === "caretaker" && event.seat === now.me,
    );
    if (helped.length > 0) this.actions.toast(t("head.welcome_back", { count: helped.length }));
    if (event.kind === "seat" && event.hint && event.seat !== now.me)
      this.actions.toast(t("hint.told", { name: nameOf(now, event.seat) }));
    if (event.kind !== "move") return;
    const isInFront = event.seat === seatInFront(now);
    if (isInFront) showDrop(this.root, event.face);
    play(isInFront ? "drop" : "placed", now);
    if (now.view?.over) play("over", now);
    else if (isMyMove(now)) play("my_move", now);
    const turnAway = () =>
      this.actions.update((state) => (state.seq === now.seq ? { ...state, mover: null } : state));
    setTimeout(turnAway, LINGER_MS);
  }

  /**
   * The tile that I was trying is somebody else's, or went with its round.
   * @param {TableState} before
   * @param {TableState} now
   * @param {LogEntry[]} events
   */
  tellLoss({ held, pending }, now, events) {
    if (!held || pending || now.held || now.reviewSeq !== null || now.view?.over) return;
    const taker = events.find(({ event }) => event.kind === "move" && event.tile === held.tile)?.event;
    if (taker?.kind !== "move") this.actions.toast(t("display.lost_with_round"));
    else if (taker.seat !== now.me) this.actions.toast(t("display.lost", { name: nameOf(now, taker.seat) }));
  }

  /** One after the other, also while the words for them are still fetched. @param {TableState} before @param {TableState} now */
  async tellNews(before, now) {
    const news = await import("../texts/news.js").catch(() => null);
    const hints = news?.hintsNews(before, now);
    if (hints) this.actions.toast(hints);
    if (news) this.tell([...news.absenceNews(before, now), ...news.newsOf(before, now)]);
  }

  leadCeremony() {
    import("./ceremony.js").then(
      ({ leadCeremony }) => leadCeremony(this.actions),
      () => this.endCeremony(),
    );
  }

  /** A key or a press ends it, and so does code that did not come. */
  endCeremony() {
    this.actions.update((state) => (state.ceremony ? endCeremony(state) : state));
  }

  /** @param {boolean} isLive */
  async revealTheEnd(isLive) {
    this.isRevealing = true;
    try {
      const { reveal } = await import("./reveal.js");
      await reveal(this.actions, isLive);
    } catch {
      // Its code did not come: the points are told at once.
      this.actions.update((state) => ({ ...state, revealed: state.view?.players ?? 0 }));
    }
    this.isRevealing = false;
  }

  /** Without it nobody can look back, and the game goes on. @param {string} game */
  async learnThePast(game) {
    if (this.learning === game) return;
    this.learning = game;
    const { get, update } = this.actions;
    const games = await import("../server/games.js").catch(() => null);
    const past = await games?.fetchPast(game);
    this.learning = null;
    if (past && get().game === game)
      update((state) => learnHistory(state, past.startFor({ seat: state.me, isOpen: false }), past.log));
  }
}

/**
 * After coming in, and after an absence too long for a replay.
 * @param {TableState} before
 * @param {TableState} now
 */
function isPastMissing(before, now) {
  const isNew = now.seq !== before.seq || now.log.length < before.log.length;
  return now.game !== before.game || (isNew && now.log.length < now.seq);
}
