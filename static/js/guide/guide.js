/**
 * The first game as it is played: it looks on, shows a proposal and one hint at a time, and never holds anything up.
 * What was said follows from the game; this browser remembers the rest, and whether hints are wanted.
 */

import { areaNumber, SLOTS } from "../rules/sphere.js";
import { isMineInFront } from "../state/looking.js";
import { aim } from "../state/placing.js";
import { areasOnShow } from "../state/trying.js";
import { t } from "../texts/catalogue.js";
import { remember, remembered } from "../ui/storage.js";
import { advise, joined } from "./advice.js";
import { boxOf, makeBubble } from "./bubble.js";
import { isAdvised, nextHint, saidBefore } from "./hints.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../table/actions.js").Actions} Actions */
/** @typedef {import("./hints.js").Hint} Hint */
/** @typedef {import("./place.js").Box} Box */

/** A word takes so long for whoever reads 200 in a minute. */
const WORD_MS = 300;
const LEAST_MS = 2000;
/** What has only just come was not meant by a press. */
const UNSEEN_MS = 400;
/** The picture of a planet comes to rest. */
const SETTLED_MS = 450;

/**
 * @param {object} means
 * @param {Element} means.root
 * @param {Actions} means.actions
 * @param {ReturnType<typeof import("../table/globes.js").makeGlobes>} means.globes
 * @param {(messages: string[]) => void} means.tell  to a screen reader
 */
export function makeGuide({ root, actions, globes, tell }) {
  /** @type {import("./hints.js").Memory} */
  let memory = { said: [], advice: null, isOwnWay: false };
  /** @type {{hint: Hint, since: number, acted: string} | null} */
  let current = null;
  /** @type {Set<string>} */
  const told = new Set();
  let game = "";
  let advisedAt = -1;
  let timer = 0;
  const bubble = makeBubble(close);
  const again = () => drawn(actions.get());
  const key = () => `guide:${game}`;
  addEventListener("resize", again);
  root.addEventListener("scroll", again, { capture: true, passive: true });

  /** @param {TableState} state */
  function begin(state) {
    game = state.game ?? "";
    const kept = remembered(key(), { said: /** @type {string[]} */ ([]), isOn: true });
    memory = { said: kept.said, advice: null, isOwnWay: false };
    advisedAt = -1;
    if (kept.isOn !== state.isGuided) actions.update((now) => ({ ...now, isGuided: kept.isOn }));
  }

  /** @param {string} hint */
  function say(hint) {
    if (!memory.said.includes(hint)) memory = { ...memory, said: [...memory.said, hint] };
    remember(key(), { said: memory.said, isOn: actions.get().isGuided });
  }

  function close() {
    if (current && Date.now() - current.since < UNSEEN_MS) return;
    if (current) say(current.hint.key);
    current = null;
    again();
  }

  /** @param {TableState} state */
  function drawn(state) {
    const { view, me } = state;
    if (!view || me === null || !state.game) return;
    if (game !== state.game) begin(state);
    remember(key(), { said: memory.said, isOn: state.isGuided });
    if (!state.isGuided) return leave();
    memory = { ...memory, said: [...new Set([...memory.said, ...saidBefore(view, me)])] };
    consider(state);
    point(state);
    choose(state);
    if (bubble.isShown()) settle(state);
    clearTimeout(timer);
    timer = window.setTimeout(() => settle(actions.get()), SETTLED_MS);
  }

  /** A proposal for this move; and whether the last one went another way. @param {TableState} state */
  function consider(state) {
    const { view, me, seq } = state;
    if (!view || me === null) return;
    const [tile, face, turn] = view.placements[me].at(-1) ?? [];
    const { advice } = memory;
    if (isAdvised(state)) {
      if (advisedAt === seq) return;
      advisedAt = seq;
      memory = { ...memory, advice: advise(view, me, globes.face() ?? state.focus), isOwnWay: false };
    } else if (advice && view.due !== me) {
      // Any turn is as good as another on a planet that was bare.
      const isSame =
        advice.tile === tile &&
        (view.placements[me].length === 1 || (advice.face === face && advice.turn === turn));
      memory = { ...memory, advice: null, isOwnWay: !isSame };
    }
  }

  /** On the planet: the proposal as long as nothing is in hand, then the region that the tile joins. @param {TableState} state */
  function point(state) {
    const { held, me } = state;
    const { advice } = memory;
    const isJustTaken = held !== null && taken !== held.tile;
    taken = held?.tile ?? null;
    if (isJustTaken && advice?.tile === held.tile && advice.face !== held.face) {
      // A tile taken by a key lies where the keyboard stands.
      if (held.isPinned) actions.step(advice.face);
      else actions.update((now) => aim(now, advice.face, { pin: false }));
    }
    const placement = held || !advice || !isMineInFront(state) ? null : advice;
    const areas =
      held?.face != null && me !== null && advice ? joined(areasOnShow(state, me), held.face) : [];
    root.toggleAttribute("data-proposed", placement !== null);
    const shown = placement || areas.length > 0 ? { placement, areas } : null;
    if (JSON.stringify(shown) !== JSON.stringify(state.shown)) {
      actions.update((now) => ({ ...now, shown }));
      if (placement && placement.face !== state.shown?.placement?.face) globes.faceTo(placement.face);
    }
  }
  /** @type {number | null} */
  let taken = null;

  /** What is read makes room for the next; what was asked for and is done goes at once. @param {TableState} state */
  function choose(state) {
    const acted = `${state.seq}:${state.held?.tile}`;
    const now = Date.now();
    if (current && !current.hint.isStep) {
      const isRead = now - current.since >= readingTime(t(`guide.${current.hint.key}`, current.hint.words));
      const isWanted = nextHint(state, { ...memory, said: [...memory.said, current.hint.key] }) !== null;
      if (!isRead) return;
      if (!isWanted && current.acted === acted) return;
      say(current.hint.key);
    }
    const hint = nextHint(state, memory);
    if (hint?.key !== current?.hint.key) {
      current = hint && { hint, since: now, acted };
      bubble.hide();
    } else if (current && hint) current.hint = hint;
  }

  /** Once all stands still: the hint in its place, and in the ear the first time. @param {TableState} state */
  function settle(state) {
    choose(state);
    if (!current || document.querySelector("dialog[open], .menu[open], .table[data-sheet='up']"))
      return bubble.hide();
    const { hint } = current;
    const text = t(`guide.${hint.key}`, hint.words);
    const found = hint.at.map((selector) => seen(selector)).find(Boolean);
    const held = state.held?.face ?? state.shown?.placement?.face;
    const target = found?.box ?? (hint.face === undefined ? null : (faceBox(hint.face)[0] ?? null));
    bubble.show(text, keyFor(hint, found?.element), target, held == null ? [] : faceBox(held));
    if (!told.has(hint.key))
      tell([[text, nameOf(found?.element), spokenKey(hint, found?.element)].filter(Boolean).join(" ")]);
    told.add(hint.key);
    bubble.mark(hint.key);
    clearTimeout(timer);
    if (!hint.isStep) timer = window.setTimeout(() => settle(actions.get()), readingTime(text));
  }

  /** @param {string} selector */
  function seen(selector) {
    for (const element of root.querySelectorAll(selector)) {
      const box = boxOf(element);
      if (box) return { element, box };
    }
    return null;
  }

  /** Where a face of my planet is seen. @param {number} face @returns {Box[]} */
  function faceBox(face) {
    const drawn = root.querySelector(`svg.net [data-face="${face}"]`);
    const box = drawn && boxOf(drawn);
    if (box && actions.get().board === "net") return [box];
    const spots = [0, 1, 2, 3, 4].flatMap((slot) => globes.where(areaNumber(face, slot)) ?? []);
    if (spots.length < SLOTS) return [];
    const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
    return [{ left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }];
  }

  function leave() {
    clearTimeout(timer);
    current = null;
    bubble.hide();
    root.removeAttribute("data-proposed");
    if (actions.get().shown) actions.update((now) => ({ ...now, shown: null }));
  }

  return {
    drawn,
    dispose() {
      clearTimeout(timer);
      removeEventListener("resize", again);
      root.removeEventListener("scroll", again, { capture: true });
      bubble.dispose();
    },
  };
}

/** @param {string} text */
const readingTime = (text) => LEAST_MS + WORD_MS * text.split(/\s+/).length;

/** What the thing itself is called. @param {Element | undefined} element */
function nameOf(element) {
  const name = element?.getAttribute("aria-label") ?? element?.querySelector(".unseen")?.textContent ?? "";
  return name && `${name}.`;
}

/** The key that does the same, where there are keys. @param {Hint} hint @param {Element | undefined} element */
function keyFor(hint, element) {
  if (!hint.isStep || !matchMedia("(any-hover: hover)").matches) return null;
  if (hint.key === "turn" || hint.key === "meet") return "R";
  if (hint.key === "place" || hint.key === "region") return "Enter";
  return element?.querySelector(".tile-key")?.textContent ?? null;
}

/** @param {Hint} hint @param {Element | undefined} element */
function spokenKey(hint, element) {
  const key = keyFor(hint, element);
  return key ? t("guide.key", { key }) : "";
}
