/** Sets the table: joins the line, the actions, the state and the drawing. What each does is in its own file. */

import { CLOSE } from "../generated/facts.js";
import { canShowGlobes, hasGraphicsCard } from "../globes/fetch.js";
import { PATIENCE_MS } from "../panels/head.js";
import { fetchLater } from "../panels/lazy.js";
import { tablePage } from "../panels/table.js";
import { openLine, socketAddress } from "../server/socket.js";
import { isEndOnShow } from "../state/looking.js";
import { newTable } from "../state/table.js";
import { makeActions } from "../table/actions.js";
import { bindCards } from "../table/cards.js";
import { FollowUps } from "../table/follow-ups.js";
import { Globes } from "../table/globes.js";
import { bindKeys } from "../table/input.js";
import { makeMessageHandlers } from "../table/messages.js";
import { focusFace, focusKeeper, showRound, showTurn, wantsStillness } from "../table/motion.js";
import { SheetSpace } from "../table/sheet.js";
import { openStore } from "../table/store.js";
import { titleOf } from "../texts/words.js";
import { makeAnnouncer } from "../ui/announcer.js";
import { patch } from "../ui/dom.js";
import "../ui/menus.js";
import { drawPatterns } from "../ui/patterns.js";
import { remembered } from "../ui/storage.js";

/** @typedef {import("../state/table.js").TableState} TableState */

const TICK_MS = 1000;

class Table {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.code = root.dataset.code ?? "";
    /** @type {number | null} */
    this.faceToFocus = null;
    /** @type {TableState} */
    this.drawn = newTable();
    /** @type {import("../guide/guide.js").Guide | null} */
    this.guide = null;
    this.isGuideComing = false;
    this.hasGestures = false;
    const announcer = makeAnnouncer(document.getElementById("announced") ?? { textContent: "" });
    this.tell = announcer.tell;
    this.store = openStore(firstState(this.code), (state) => this.draw(state));
    this.redraw = this.store.draw.bind(this.store);
    this.space = new SheetSpace(root, this.redraw);
    this.actions = makeActions({
      store: this.store,
      sheet: () => this.space.sheet,
      line: () => this.line,
      focusFace: (face) => this.focusFace(face),
      turned: (by) => requestAnimationFrame(() => showTurn(root, by)),
      globes: () => this.globes,
      answer: announcer.answer,
    });
    this.globes = new Globes(root, this.actions, (q) => this.line.say({ type: "look", q }));
    this.followUps = new FollowUps(root, this.actions, announcer.tell);
    this.cards = bindCards(root, this.actions);
    this.line = this.openLine();
    bindKeys(this.actions);
    document.addEventListener("visibilitychange", this.redraw);
    // Countdowns tick while somebody is waited for.
    setInterval(() => isSomebodyWaitedFor(this.store.get()) && this.redraw(), TICK_MS);
    this.draw(this.store.get());
  }

  openLine() {
    const handlers = makeMessageHandlers(this);
    return openLine({
      url: socketAddress(this.code),
      code: this.code,
      deliver: handlers.receive,
      changed: (status, reason) => {
        if (reason === CLOSE.KICKED) return location.replace(`/r/${this.code}`);
        handlers.lineChanged(status, reason);
        if (status === "lost") setTimeout(this.redraw, PATIENCE_MS + 50);
      },
      doubted: handlers.doubted,
    });
  }

  /** At once, so that the next key already finds it, and again should it only be drawn now. @param {number} face */
  focusFace(face) {
    focusFace(this.root, face);
    this.faceToFocus = face;
    this.redraw();
  }

  /** @param {TableState} state */
  draw(state) {
    const { root, drawn } = this;
    const keepFocus = focusKeeper(root);
    patch(root, [tablePage(state, this.actions, this.space.unfold(state.netCentre))]);
    document.title = titleOf(state);
    keepFocus();
    if (this.faceToFocus !== null) focusFace(root, this.faceToFocus);
    this.faceToFocus = null;
    this.followUps.after(drawn, state);
    this.fetchLater(state);
    if (drawn.isSheetUp !== state.isSheetUp || drawn.view?.round !== state.view?.round) showRound(root);
    this.cards.drawn(drawn, state);
    this.drawn = state;
    this.space.watch();
    this.globes.sync(state);
    this.guide?.drawn(state);
    if (state.room?.game.guided) void this.fetchGuide();
  }

  /** Only a first game has it. */
  async fetchGuide() {
    if (this.isGuideComing) return;
    this.isGuideComing = true;
    const { Guide } = await import("../guide/guide.js");
    this.guide = new Guide({ root: this.root, actions: this.actions, globes: this.globes, tell: this.tell });
    this.guide.drawn(this.store.get());
  }

  /** @param {TableState} state */
  fetchLater(state) {
    const isMenuOpen = this.root.querySelector(".table-menu[open]") !== null;
    const isUrgent = isEndOnShow(state) || state.card !== null || isMenuOpen;
    if (state.view || isUrgent)
      void fetchLater(isUrgent, this.redraw).then((later) => this.bindGestures(later));
  }

  /** Once they have come. @param {import("../panels/lazy.js").Later | null} later */
  bindGestures(later) {
    later?.afterDraw(this.actions);
    if (!later || this.hasGestures) return;
    this.hasGestures = true;
    later.bindGestures(this.root, this.actions, (event) => this.globes.under(event));
  }
}

/** With what was chosen last. @param {string} code @returns {TableState} */
function firstState(code) {
  return {
    ...newTable(),
    hasPlanet: canShowGlobes(),
    board: canShowGlobes() ? remembered("board", firstBoard()) : "net",
    netCentre: remembered("heart", 0),
    sound: remembered("sound", false),
    volume: remembered("volume", 0.7),
    quality: remembered("quality", /** @type {const} */ ("auto")),
    muted: remembered(`muted:${code}`, /** @type {string[]} */ ([])),
  };
}

/** The globe first; without a graphics card it moves in small steps, not for whoever asked for less motion. @returns {"planet" | "net"} */
function firstBoard() {
  return !wantsStillness.matches || hasGraphicsCard() ? "planet" : "net";
}

/** @param {TableState} state */
function isSomebodyWaitedFor({ room }) {
  return Boolean(
    room?.game.due_at || room?.seats.some((seat) => ["away", "caretaker"].includes(seat.presence)),
  );
}

const root = document.querySelector("main[data-code]");
if (root instanceof HTMLElement) {
  void drawPatterns();
  new Table(root);
}
