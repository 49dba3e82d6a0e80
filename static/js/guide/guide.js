/**
 * The first game as it is played: it looks on, shows a proposal and one hint at a time, and never holds anything up.
 * What was said follows from the game; this browser remembers the rest, and whether hints are wanted.
 */

import { areaNumber, SLOTS } from "../rules/sphere.js";
import { isMineInFront } from "../state/looking.js";
import { aim, turnHeld } from "../state/placing.js";
import { areasOnShow } from "../state/trying.js";
import { t } from "../texts/catalogue.js";
import { remember, remembered } from "../ui/storage.js";
import { advise, asShown, facesShown, isTurningTaught, joined } from "./advice.js";
import { boxOf, makeBubble } from "./bubble.js";
import { acted, isAdvised, nextHint, saidBefore } from "./hints.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../table/actions.js").Actions} Actions */
/** @typedef {import("./hints.js").Hint} Hint */
/** @typedef {import("./place.js").Box} Box */

/** A word takes so long for whoever reads 200 in a minute. */
const WORD_MS = 300;
const LEAST_MS = 2000;
/** What has only just come was not meant by a press. */
const UNSEEN_MS = 400;
/** How far a face reaches beyond the middles of its areas, as a part of how far they are apart. */
const BEYOND = 0.45;
/** The picture of a planet comes to rest. */
const SETTLED_MS = 450;

export class Guide {
  /**
   * @param {object} means
   * @param {Element} means.root
   * @param {Actions} means.actions
   * @param {import("../table/globes.js").Globes} means.globes
   * @param {(messages: string[]) => void} means.tell  to a screen reader
   */
  constructor({ root, actions, globes, tell }) {
    this.root = root;
    this.actions = actions;
    this.globes = globes;
    this.tell = tell;
    /** @type {import("./hints.js").Memory} */
    this.memory = { said: [], advice: null, isOwnWay: false };
    /** @type {{hint: Hint, since: number, acted: string} | null} */
    this.current = null;
    /** @type {Set<string>} */
    this.told = new Set();
    this.game = "";
    /** What is remembered of this game, as text. */
    this.kept = "";
    this.advisedAt = -1;
    this.timer = 0;
    /** The tile that was in hand when all was last drawn. @type {number | null} */
    this.taken = null;
    this.bubble = makeBubble(() => this.close());
    const again = () => this.drawn(actions.get());
    addEventListener("resize", again);
    root.addEventListener("scroll", again, { capture: true, passive: true });
  }

  get key() {
    return `guide:${this.game}`;
  }

  /**
   * Whether hints are wanted in this game. What was missed while it was played comes later; what another device said does not.
   * @param {TableState} state
   * @param {import("../rules/view.js").View} view
   * @param {number} me
   */
  begin(state, view, me) {
    this.game = state.game ?? "";
    const known = remembered(this.key, { said: /** @type {string[]} */ ([]), isOn: true });
    const said = known.said.length > 0 ? known.said : saidBefore(view, me);
    const { isOn } = known;
    this.memory = { said, advice: null, isOwnWay: false };
    this.advisedAt = -1;
    return isOn;
  }

  /** @param {boolean} isOn */
  keep(isOn) {
    const { said } = this.memory;
    const now = `${said} ${isOn}`;
    if (now !== this.kept) remember(this.key, { said, isOn });
    this.kept = now;
  }

  /** @param {string} hint */
  say(hint) {
    const { memory } = this;
    if (!memory.said.includes(hint)) this.memory = { ...memory, said: [...memory.said, hint] };
    this.keep(this.actions.get().isGuided);
  }

  close() {
    if (this.current && Date.now() - this.current.since < UNSEEN_MS) return;
    if (this.current) this.say(this.current.hint.key);
    this.current = null;
    this.drawn(this.actions.get());
  }

  /** @param {TableState} state */
  drawn(state) {
    const { view, me } = state;
    if (!view || me === null || !state.game) return;
    if (this.game !== state.game && this.begin(state, view, me) !== state.isGuided)
      return this.actions.update((now) => ({ ...now, isGuided: !now.isGuided }));
    this.keep(state.isGuided);
    // The next game in this room is an ordinary one.
    if (!state.isGuided || !state.room?.game.guided) return this.leave();
    this.consider(state);
    this.point(state);
    this.choose(state);
    if (this.bubble.isShown()) this.settle(state);
    this.settleIn(SETTLED_MS);
  }

  /** A proposal for this move; and whether the last one went another way. @param {TableState} state */
  consider(state) {
    const { view, me, seq } = state;
    if (!view || me === null) return;
    const { advice } = this.memory;
    if (isAdvised(state)) {
      if (this.advisedAt === seq) return;
      this.advisedAt = seq;
      const proposal = advise(view, me, this.globes.face() ?? state.focus);
      this.memory = { ...this.memory, advice: proposal, isOwnWay: false };
    } else if (advice && view.due !== me) {
      const [tile, face, turn] = view.placements[me].at(-1) ?? [];
      // Any turn is as good as another on a planet that was bare.
      const isBare = view.placements[me].length === 1;
      const isSame = advice.tile === tile && (isBare || (advice.face === face && advice.turn === turn));
      this.memory = { ...this.memory, advice: null, isOwnWay: !isSame };
    }
  }

  /** On the planet: the proposal as long as nothing is in hand, then the region that the tile joins. @param {TableState} state */
  point(state) {
    const { held, me } = state;
    const { advice } = this.memory;
    const isJustTaken = held !== null && this.taken !== held.tile;
    this.taken = held?.tile ?? null;
    if (isJustTaken && advice?.tile === held.tile && advice.face !== held.face) {
      // A tile taken by a key lies where the keyboard stands.
      if (held.isPinned) this.actions.step(advice.face);
      else this.actions.update((now) => aim(now, advice.face, { pin: false }));
    }
    if (isJustTaken && advice?.tile === held.tile && !isTurningTaught(state))
      this.actions.update((now) => turnHeld(now, advice.turn - held.turn));
    const placement = held || !advice || !isMineInFront(state) ? null : asShown(state, advice);
    const areas =
      held?.face != null && me !== null && advice ? joined(areasOnShow(state, me), held.face) : [];
    this.root.toggleAttribute("data-proposed", placement !== null);
    const shown = placement || areas.length > 0 ? { placement, areas } : null;
    if (JSON.stringify(shown) === JSON.stringify(state.shown)) return;
    this.actions.update((now) => ({ ...now, shown }));
    if (placement && placement.face !== state.shown?.placement?.face) this.globes.faceTo(placement.face);
  }

  /** What is read makes room for the next; what was asked for and is done goes at once. @param {TableState} state */
  choose(state) {
    const now = Date.now();
    const { current, memory } = this;
    if (current && !current.hint.isStep) {
      const isRead = now - current.since >= readingTime(t(`guide.${current.hint.key}`, current.hint.words));
      const isWanted = nextHint(state, { ...memory, said: [...memory.said, current.hint.key] }) !== null;
      if (!isRead) return;
      if (!isWanted && current.acted === acted(state, current.hint)) return;
      this.say(current.hint.key);
    }
    const hint = nextHint(state, this.memory);
    if (hint?.key !== current?.hint.key) {
      this.current = hint && { hint, since: now, acted: acted(state, hint) };
      this.bubble.hide();
    } else if (current && hint) current.hint = hint;
  }

  /** @param {number} ms */
  settleIn(ms) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.settle(this.actions.get()), ms);
  }

  /** Once all stands still: the hint in its place, and in the ear the first time. @param {TableState} state */
  settle(state) {
    this.choose(state);
    if (!this.current || document.querySelector("dialog[open], .menu[open], .table[data-sheet='up']"))
      return this.bubble.hide();
    const { hint } = this.current;
    const text = t(`guide.${hint.key}`, hint.words);
    const found = hint.at.map((selector) => this.seen(selector)).find(Boolean);
    const busy = facesShown(state).flatMap((face) => this.faceBox(face));
    const target = found?.box ?? (hint.face === undefined ? null : (this.faceBox(hint.face)[0] ?? null));
    this.bubble.show(text, keyFor(hint, found?.element), target, busy);
    const spoken = [text, nameOf(found?.element), spokenKey(hint, found?.element)];
    if (!this.told.has(hint.key)) this.tell([spoken.filter(Boolean).join(" ")]);
    this.told.add(hint.key);
    this.bubble.mark(hint.key);
    clearTimeout(this.timer);
    if (!hint.isStep) this.settleIn(readingTime(text));
  }

  /** @param {string} selector */
  seen(selector) {
    for (const element of this.root.querySelectorAll(selector)) {
      const box = boxOf(element);
      if (box) return { element, box };
    }
    return null;
  }

  /** Where a face of my planet is seen. @param {number} face @returns {Box[]} */
  faceBox(face) {
    const drawn = this.root.querySelector(`svg.net [data-face="${face}"]`);
    const box = drawn && boxOf(drawn);
    if (box && this.actions.get().board === "net") return [box];
    const spots = [0, 1, 2, 3, 4].flatMap((slot) => this.globes.where(areaNumber(face, slot)) ?? []);
    if (spots.length < SLOTS) return [];
    const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
    const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    const [wider, higher] = [BEYOND * (right - left), BEYOND * (bottom - top)];
    return [{ left: left - wider, top: top - higher, right: right + wider, bottom: bottom + higher }];
  }

  leave() {
    clearTimeout(this.timer);
    this.current = null;
    this.bubble.hide();
    this.root.removeAttribute("data-proposed");
    if (this.actions.get().shown) this.actions.update((now) => ({ ...now, shown: null }));
  }
}

/** @param {string} text */
const readingTime = (text) => LEAST_MS + WORD_MS * text.split(/\s+/).length;

/** What the thing itself is called. @param {Element | undefined} element */
function nameOf(element) {
  const label = element?.getAttribute("aria-labelledby");
  const name = label ? document.getElementById(label) : element?.querySelector(".unseen");
  const text = element?.getAttribute("aria-label") ?? name?.textContent ?? "";
  return text && `${text.replace(/\.$/, "")}.`;
}

/** The key that does the same, where there are keys. @param {Hint} hint @param {Element | undefined} element */
function keyFor(hint, element) {
  if (!(hint.isStep || hint.key === "try") || !matchMedia("(any-hover: hover)").matches) return null;
  if (hint.key === "turn" || hint.key === "meet") return "R";
  if (hint.key === "try") return "N";
  if (hint.key === "place" || hint.key === "region") return "Enter";
  return element?.querySelector(".tile-key")?.textContent ?? null;
}

/** @param {Hint} hint @param {Element | undefined} element */
function spokenKey(hint, element) {
  const key = keyFor(hint, element);
  return key ? t("guide.key", { key }) : "";
}
