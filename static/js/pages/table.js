/** Sets the table: joins the line, the actions, the state and the drawing. What each does is in its own file. */

import "../ui/menus.js";
import { CLOSE } from "../generated/facts.js";
import { canShowGlobes, hasGraphicsCard } from "../globes/fetch.js";
import { unfold } from "../net/layout.js";
import { absenceTold } from "../panels/absence.js";
import { PATIENCE_MS } from "../panels/head.js";
import { fetchLater } from "../panels/lazy.js";
import { tablePage } from "../panels/table.js";
import { checkGame, fetchHistory } from "../server/games.js";
import { openLine } from "../server/socket.js";
import { cardOnShow } from "../state/lit.js";
import { isEndOnShow, seatInFront } from "../state/looking.js";
import { isMyMove } from "../state/placing.js";
import { newTable } from "../state/table.js";
import { makeActions } from "../table/actions.js";
import { bindCards } from "../table/cards.js";
import { leadCeremonies } from "../table/ceremony.js";
import { makeGlobes } from "../table/globes.js";
import { bindDrag, bindKeys, bindSwipe } from "../table/input.js";
import { makeMessageHandlers } from "../table/messages.js";
import { openStore } from "../table/store.js";
import { t } from "../texts/catalogue.js";
import { newsOf, titleOf } from "../texts/news.js";
import { nameOf } from "../texts/words.js";
import { makeAnnouncer } from "../ui/announcer.js";
import { patch } from "../ui/dom.js";
import { play } from "../ui/sound.js";
import { remember, remembered } from "../ui/storage.js";

/** @typedef {import("../state/table.js").TableState} TableState */

const REVEAL_MS = 1500;
/** How long a watcher still looks at who has moved, before turning to who is next. */
const LINGER_MS = 1800;

/**
 * @param {HTMLElement} root
 * @returns {() => void} leaves the table
 */
export function openTable(root) {
  const code = root.dataset.code ?? "";
  const announcer = makeAnnouncer(document.getElementById("announced") ?? { textContent: "" });
  let sheet = unfold(0, 640, 512);
  /** @type {number | null} */
  let faceToFocus = null;
  /** @type {TableState} */
  let drawn = newTable();

  const first = {
    ...newTable(),
    hasPlanet: canShowGlobes(),
    board: canShowGlobes() ? remembered("board", firstBoard()) : "net",
    netCentre: remembered("heart", 0),
    sound: remembered("sound", false),
    volume: remembered("volume", 0.7),
    quality: remembered("quality", /** @type {const} */ ("auto")),
    muted: remembered(`muted:${code}`, /** @type {string[]} */ ([])),
  };
  const store = openStore(first, draw);
  const actions = makeActions({
    store,
    sheet: () => sheet,
    line: () => line,
    focusFace: (face) => {
      // At once, so that the next key already finds it, and again should it only be drawn now.
      focusFace(root, face);
      faceToFocus = face;
      store.draw();
    },
    turned: (by) => requestAnimationFrame(() => showTurn(root, by)),
    globes: () => globes,
    answer: announcer.answer,
  });
  const globes = makeGlobes(root, actions, { look: (q) => line.say({ type: "look", q }) });

  /** @param {TableState} state */
  function draw(state) {
    sheet = unfold(state.netCentre, sheet.width, sheet.height);
    patch(root, [tablePage(state, actions, sheet)]);
    document.title = titleOf(state);
    if (faceToFocus !== null) focusFace(root, faceToFocus);
    faceToFocus = null;
    noticeChanges(drawn, state);
    if (drawn.isSheetUp !== state.isSheetUp || drawn.view?.round !== state.view?.round) showRound(root);
    cards.drawn(drawn, state);
    drawn = state;
    watchSpace();
    globes.sync(state);
    guide?.drawn(state);
    if (state.room?.game.guided) void fetchGuide();
  }

  /** @type {ReturnType<typeof import("../guide/guide.js").makeGuide> | null} */
  let guide = null;
  let isGuideComing = false;
  /** Only a first game has it. */
  async function fetchGuide() {
    if (isGuideComing) return;
    isGuideComing = true;
    const { makeGuide } = await import("../guide/guide.js");
    guide = makeGuide({ root, actions, globes, tell: announcer.tell });
    guide.drawn(store.get());
  }

  // The net is drawn in the pixels it has, so that pills and icons keep a readable size.
  const spaces = new ResizeObserver(([entry]) => {
    const { width, height } = entry.contentRect;
    if (width < 40 || height < 40 || (width === sheet.width && height === sheet.height)) return;
    sheet = unfold(store.get().netCentre, width, height);
    store.draw();
  });
  /** @type {Element | null} */
  let space = null;
  function watchSpace() {
    const now = root.querySelector(".sheet-space");
    if (now === space) return;
    spaces.disconnect();
    if (now) spaces.observe(now);
    space = now;
  }

  /**
   * What follows from a change besides drawing: sounds, motion, the past, the end.
   * @param {TableState} before
   * @param {TableState} now
   */
  function noticeChanges(before, now) {
    if (before.muted !== now.muted) remember(`muted:${code}`, now.muted);
    if (now.game && isPastMissing(before, now)) learnThePast(now.game);
    const events = now.game === before.game ? now.log.filter((entry) => entry.seq > before.seq) : [];
    if (events.length > 0) {
      noticeEvents(now, events);
      noticeLoss(before, now, events);
    }
    if (now.ceremony?.cards !== before.ceremony?.cards) ceremonies.go();
    const absence = before.room === now.room ? "" : absenceTold(before, now);
    announcer.tell([...(absence ? [absence] : []), ...newsOf(before, now)]);
    const isMenuOpen = root.querySelector(".table-menu[open]") !== null;
    const isUrgent = isEndOnShow(now) || now.card !== null || isMenuOpen;
    if (now.view || isUrgent) void fetchLater(isUrgent, store.draw.bind(store));
    if (isEndOnShow(store.get()) && now.revealed === 0 && !isRevealing)
      revealTheEnd(before.game === now.game);
    const card = cardOnShow(now);
    const isNews = card?.isDecided && card.award.seat !== null && !cardOnShow(before)?.isDecided;
    if (isNews) play("award", now);
  }

  /**
   * The tile that I was trying is somebody else's, or went with its round.
   * @param {TableState} before
   * @param {TableState} now
   * @param {import("../state/table.js").LogEntry[]} events
   */
  function noticeLoss({ held, pending }, now, events) {
    if (!held || pending || now.held || now.reviewSeq !== null || now.view?.over) return;
    const taker = events.find(({ event }) => event.kind === "move" && event.tile === held.tile)?.event;
    if (taker?.kind !== "move") actions.toast(t("display.lost_with_round"));
    else if (taker.seat !== now.me) actions.toast(t("display.lost", { name: nameOf(now, taker.seat) }));
  }

  /**
   * After coming in, and after an absence too long for a replay.
   * @param {TableState} before
   * @param {TableState} now
   */
  function isPastMissing(before, now) {
    const isNew = now.seq !== before.seq || now.log !== before.log;
    return now.game !== before.game || (isNew && (now.log.at(-1)?.seq ?? 0) < now.seq);
  }

  /**
   * @param {TableState} now
   * @param {import("../state/table.js").LogEntry[]} events
   */
  function noticeEvents(now, events) {
    const { event } = events[events.length - 1];
    const helped = events.filter(
      ({ event }) => event.kind === "move" && event.by === "caretaker" && event.seat === now.me,
    );
    if (helped.length > 0) actions.toast(t("head.welcome_back", { count: helped.length }));
    if (event.kind !== "move") return;
    const isInFront = event.seat === seatInFront(now);
    if (isInFront) showDrop(root, event.face);
    play(isInFront ? "drop" : "placed", now);
    if (now.view?.over) play("over", now);
    else if (isMyMove(now)) play("my_move", now);
    setTimeout(
      () => actions.update((state) => (state.seq === now.seq ? { ...state, mover: null } : state)),
      LINGER_MS,
    );
  }

  /** @param {string} game */
  async function learnThePast(game) {
    const { view } = store.get();
    const past = view && (await fetchHistory(game, view));
    if (past && store.get().game === game) handlers.learn(past.start, past.log);
  }

  let isRevealing = false;
  /** @param {boolean} isLive  slowly for who was there, at once for who comes later or presses something */
  function revealTheEnd(isLive) {
    isRevealing = true;
    const pace = isLive ? REVEAL_MS / (wantsStillness.matches ? 2 : 1) : 0;
    const hurrying = new AbortController();
    const step = (isHurried = pace === 0) => {
      clearTimeout(timer);
      const { view, revealed, game } = store.get();
      if (!view?.over || revealed >= view.players) {
        isRevealing = false;
        hurrying.abort();
        if (game && view?.over) proveDeal(game);
        return;
      }
      const turned = isHurried ? view.players : revealed + 1;
      actions.update((state) => ({ ...state, revealed: turned, held: null }));
      timer = setTimeout(step, pace);
    };
    let timer = setTimeout(step, pace);
    for (const press of ["keydown", "pointerdown"])
      document.addEventListener(press, () => step(true), { signal: hurrying.signal });
  }

  /** @param {string} game */
  async function proveDeal(game) {
    actions.update((state) => ({ ...state, proof: { state: "checking", seed: null } }));
    const proof = await checkGame(game);
    actions.update((state) => (state.game === game ? { ...state, proof } : state));
  }

  const ceremonies = leadCeremonies(actions, wantsStillness);
  const cards = bindCards(root, actions);
  const handlers = makeMessageHandlers({ store, actions, globes });
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const line = openLine({
    url: `${scheme}://${location.host}/ws/rooms/${code}`,
    code,
    deliver: handlers.receive,
    changed: (status, reason) => {
      if (reason === CLOSE.KICKED) return location.replace(`/r/${code}`);
      handlers.lineChanged(status, reason);
      if (status === "lost") setTimeout(store.draw.bind(store), PATIENCE_MS + 50);
    },
    doubted: handlers.doubted,
  });

  // Countdowns tick while somebody is waited for.
  const ticking = setInterval(() => isSomebodyWaitedFor(store.get()) && store.draw(), 1000);
  const unbind = [
    cards.unbind,
    bindKeys(actions),
    bindDrag(root, actions, globes.under),
    bindSwipe(root, actions),
  ];
  draw(store.get());

  return () => {
    line.close();
    clearInterval(ticking);
    ceremonies.leave();
    spaces.disconnect();
    globes.dispose();
    guide?.dispose();
    for (const undo of unbind) undo();
  };
}

/** @param {TableState} state */
function isSomebodyWaitedFor({ room }) {
  return Boolean(
    room?.game.due_at || room?.seats.some((seat) => ["away", "caretaker"].includes(seat.presence)),
  );
}

/** The globe first; without a graphics card it moves in small steps, not for whoever asked for less motion. @returns {"planet" | "net"} */
function firstBoard() {
  return !wantsStillness.matches || hasGraphicsCard() ? "planet" : "net";
}

/**
 * @param {Element} root
 * @param {number} face
 */
function focusFace(root, face) {
  /** @type {SVGElement | null} */ (root.querySelector(`svg.net [data-face="${face}"]`))?.focus({
    preventScroll: true,
  });
}

/** Where the track is wider than its place, the current round stands in the middle. @param {Element} root */
function showRound(root) {
  const track = root.querySelector(".track");
  const stop = /** @type {HTMLElement | null} */ (track?.querySelector("[aria-current]"));
  if (track && stop) track.scrollLeft = stop.offsetLeft - (track.clientWidth - stop.offsetWidth) / 2;
}

const wantsStillness = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The held tile turns with a slight overshoot.
 * @param {Element} root
 * @param {number} by
 */
function showTurn(root, by) {
  if (wantsStillness.matches) return;
  for (const areas of root.querySelectorAll(".tile.is-held .tile-areas")) {
    areas.animate([{ transform: `rotate(${-72 * by}deg)` }, { transform: "none" }], {
      duration: 220,
      easing: "cubic-bezier(.3,1.5,.5,1)",
    });
  }
}

/**
 * A tile laid on the planet in front drops and clicks home.
 * @param {Element} root
 * @param {number} face
 */
function showDrop(root, face) {
  if (wantsStillness.matches) return;
  const laid = root.querySelector(`svg.net [data-face="${face}"]`);
  laid?.animate(
    [
      { transform: "scale(1.14)", opacity: 0.4 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 320, easing: "cubic-bezier(.4,0,.2,1.4)" },
  );
}

/** Patterns work only in the page they are written in, so they are put into it. */
async function drawPatterns() {
  const address = (document.documentElement.dataset.sprite ?? "/static/signs/sprite.svg").replace(
    "sprite.svg",
    "patterns.svg",
  );
  const text = await (await fetch(address)).text();
  const patterns = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  document.body.append(document.importNode(patterns, true));
}

const root = document.querySelector("main[data-code]");
if (root instanceof HTMLElement) {
  void drawPatterns();
  openTable(root);
}
