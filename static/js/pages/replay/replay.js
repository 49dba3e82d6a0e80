/**
 * A replay on a page: the table's state, boards and globes, with all of the game in the past. Others on the page hear of
 * each moment it comes to (the event `ply` of the document) and may ask for one (`show-ply`, or a link to its address).
 */

import { canShowGlobes, hasGraphicsCard } from "../../globes/fetch.js";
import { replayPanel } from "../../panels/replay.js";
import { viewOnShow } from "../../state/looking.js";
import { lastPly, leaveTrial, plyOfAward, plyOnShow, showPly } from "../../state/past.js";
import { newTable } from "../../state/table.js";
import { makeActions } from "../../table/actions.js";
import { bindCards } from "../../table/cards.js";
import { bindSwipe } from "../../table/gestures.js";
import { Globes } from "../../table/globes.js";
import { focusFace, showRound, wantsStillness } from "../../table/motion.js";
import { SheetSpace } from "../../table/sheet.js";
import { openStore } from "../../table/store.js";
import { patch } from "../../ui/dom.js";
import { drawPatterns } from "../../ui/patterns.js";
import { remember, remembered } from "../../ui/storage.js";
import { bindReplayKeys } from "./keys.js";
import { Trials } from "./trials.js";

/** @typedef {import("../../state/table.js").TableState} TableState */
/** @typedef {import("../../rules/history.js").Past} Past */
/** @typedef {{ply: number | null, award: string | null}} Address  where somebody wants to be */
/**
 * @typedef {object} Told
 * @property {string} game            its id; of a file's, any text that names it
 * @property {number | null} mine     the seat in which I sat
 * @property {boolean} isOver         so that nothing is secret any more
 * @property {Address} at
 * @property {(ply: number) => void} moved
 */

/** So long after the last step nobody scrubs any more. */
const REST_MS = 120;

export class Replay {
  /** @param {HTMLElement} root @param {Past} past @param {Told} told */
  constructor(root, past, told) {
    this.root = root;
    this.past = past;
    this.told = told;
    this.isOpen = told.isOver && remembered("secrets", true);
    this.seat = told.mine;
    this.store = openStore(stateOf(past, told.game), (state) => this.draw(state));
    this.space = new SheetSpace(root, this.store.draw.bind(this.store));
    this.actions = makeActions({
      store: this.store,
      sheet: () => this.space.sheet,
      line: () => /** @type {any} */ (this.trials),
      focusFace: (face) => focusFace(root, face),
      turned: () => undefined,
      globes: () => this.globes,
      answer: (text) => announce(text),
    });
    this.trials = new Trials(this.store, past, () => this.appear());
    this.globes = new Globes(root, this.actions, () => undefined);
    this.cards = bindCards(root, this.actions);
    this.drawn = this.store.get();
    this.shownPly = -1;
    this.resting = 0;
    void drawPatterns();
    bindSwipe(root, this.actions);
    bindReplayKeys(root, this.actions);
    document.addEventListener("show-ply", (event) => this.asked(/** @type {CustomEvent} */ (event).detail));
    this.look(this.seat, this.isOpen);
    this.store.update((state) => this.arrive(state, told.at));
  }

  /** Another game in place of this one. @param {Past} past @param {Told} told */
  change(past, told) {
    Object.assign(this, { past, told, shownPly: -1 });
    this.globes.dispose();
    this.store.update((state) => ({ ...stateOf(past, told.game), board: state.board }));
    this.look(told.mine, this.isOpen);
    this.store.update((state) => this.arrive(state, told.at));
  }

  /** Where an address leads: a ply, an award, or else the last moment. @param {TableState} state @param {Address} at @returns {TableState} */
  arrive(state, { ply, award }) {
    const wanted = award === null ? ply : plyOfAward(state.log, award);
    const there = showPly(state, wanted ?? lastPly(state));
    if (award === null || wanted === null) return there;
    const round = there.view?.awards.findLast(({ animal }) => animal === award)?.round ?? 0;
    return { ...there, card: { animal: award, round, isPinned: true } };
  }

  /** @param {{ply: number}} wish */
  asked({ ply }) {
    this.actions.goTo(ply);
    this.appear();
  }

  /** Whoever pressed something elsewhere on the page sees what came of it. */
  appear() {
    this.root.scrollIntoView({ block: "start", behavior: wantsStillness.matches ? "auto" : "smooth" });
  }

  /** Through these eyes; what is known of the deal changes with them. @param {number | null} seat @param {boolean} isOpen */
  look(seat, isOpen) {
    if (isOpen !== this.isOpen) remember("secrets", isOpen);
    Object.assign(this, { seat, isOpen });
    const { past, told } = this;
    const start = past.startFor({ seat, isOpen });
    const me = seat === told.mine ? seat : null;
    this.store.update((now) => {
      const state = leaveTrial(now);
      const view = viewOnShow({ ...state, start, reviewSeq: state.seq });
      return { ...state, start, view, me, eye: me === null ? seat : null, front: null };
    });
  }

  /** @param {TableState} state */
  draw(state) {
    const { root, drawn } = this;
    const { told, isOpen, seat } = this;
    const eyes = {
      seats: told.isOver
        ? [null, ...this.past.players.keys()]
        : told.mine === null
          ? [null]
          : [null, told.mine],
      seat,
      mayOpen: told.isOver,
      isOpen,
      choose: this.look.bind(this),
    };
    patch(root, [
      replayPanel(state, this.actions, this.space.unfold(state.netCentre), eyes, this.trials) ?? "",
    ]);
    this.drawn = state;
    this.cards.drawn(drawn, state);
    this.space.watch();
    this.globes.sync(state);
    this.tell(state);
  }

  /** Track and log are scrolled to the moment, once nobody goes on: to measure them at each step would hold the slider up. */
  scrollTo() {
    showRound(this.root);
    showLine(this.root);
  }

  /** Others on the page hear of a new moment. @param {TableState} state */
  tell(state) {
    const ply = plyOnShow(state);
    if (ply === this.shownPly) return;
    this.shownPly = ply;
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.scrollTo(), REST_MS);
    const { game, isOver } = this.told;
    document.dispatchEvent(new CustomEvent("ply", { detail: { game, ply, last: lastPly(state), isOver } }));
    this.told.moved(ply);
  }
}

/** @param {Past} past @param {string} game @returns {TableState} */
function stateOf({ players, log }, game) {
  return {
    ...newTable(),
    game,
    log,
    seq: log.at(-1)?.seq ?? 0,
    room: /** @type {import("../../state/table.js").Room} */ (
      /** @type {unknown} */ ({
        options: { races: true },
        seats: players.map(({ name, bot }, seat) => ({ seat, name, bot, presence: "here" })),
      })
    ),
    role: "watcher",
    isReplay: true,
    isEndOpen: false,
    isGuided: false,
    hasPlanet: canShowGlobes(),
    board: canShowGlobes() ? remembered("board", firstBoard()) : "net",
    netCentre: remembered("heart", 0),
    sound: remembered("sound", false),
    volume: remembered("volume", 0.7),
    quality: remembered("quality", /** @type {const} */ ("auto")),
  };
}

/** @returns {"planet" | "net"} */
const firstBoard = () => (!wantsStillness.matches || hasGraphicsCard() ? "planet" : "net");

/** The line of the log that tells of the moment stands in sight. @param {Element} root */
function showLine(root) {
  const list = root.querySelector(".log-lines");
  const line = list?.querySelector("[aria-current]");
  if (!list || !line) return;
  const [place, at] = [list.getBoundingClientRect(), line.getBoundingClientRect()];
  list.scrollTop += at.top - place.top - (place.height - at.height) / 2;
}

/** @param {string} text */
function announce(text) {
  const place = document.getElementById("announced");
  if (place) place.textContent = text;
}
