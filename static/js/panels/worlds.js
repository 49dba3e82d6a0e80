/** The other planets: small, always there, each brought to the front with one press. For a watcher, all of them. */

import { miniNet } from "../net/board.js";
import { unfold } from "../net/layout.js";
import { animalsOf, litAreas } from "../state/lit.js";
import { bringForward, isCounted, isEndOnShow, seatInFront, viewOnShow } from "../state/looking.js";
import { isSlow } from "../state/table.js";
import { t } from "../texts/catalogue.js";
import { animalNoun, shortName, span } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { nameTag } from "../ui/names.js";
import { animal, count, icon, mark } from "../ui/signs.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../table/actions.js").Actions} Actions */

const SHEET = unfold(0, 104, 83, 1);

/**
 * @param {TableState} state
 * @param {Actions} actions
 * @param {(seat: number) => import("../ui/dom.js").Child} [more]  what else is told of each
 */
export function worldsPanel(state, actions, more = () => null) {
  const view = viewOnShow(state);
  if (!view) return null;
  return h(
    "section",
    { class: "worlds", "aria-labelledby": "worlds-title" },
    h("h2", { id: "worlds-title" }, t(isEverybody(state) ? "worlds.all" : "worlds.others")),
    h(
      "ul",
      { class: "world-list" },
      seatsToShow(state, view).map((seat) =>
        h("li", { key: seat }, world(state, view, seat, actions, more(seat))),
      ),
    ),
  );
}

/** A watcher sees all planets, and so does everybody at the end. @param {TableState} state */
const isEverybody = (state) => state.me === null || state.isReplay || isEndOnShow(state);

/**
 * Clockwise from me.
 * @param {TableState} state
 * @param {View} view
 */
function seatsToShow(state, view) {
  const seats = Array.from({ length: view.players }, (_, i) => ((state.me ?? 0) + i) % view.players);
  return isEverybody(state) ? seats.sort() : seats.slice(1);
}

/**
 * @param {TableState} state
 * @param {View} view
 * @param {number} seat
 * @param {Actions} actions
 * @param {import("../ui/dom.js").Child} more
 */
function world(state, view, seat, actions, more) {
  const seated = state.room?.seats.find((one) => one.seat === seat);
  const isFront = seatInFront(state) === seat;
  const animals = animalsOf(state, seat).map((award) => award.animal);
  const isGlobe = state.board === "planet" && state.hasPlanet;
  return h(
    "button",
    {
      type: "button",
      class: `world ${isFront ? "is-front" : ""}`,
      "data-seat": seat,
      "data-due": view.due === seat,
      "data-presence": seated?.presence ?? "here",
      "aria-pressed": String(isFront),
      onclick: () => actions.update((now) => bringForward(now, seat)),
    },
    h(
      "span",
      { class: "world-planet" },
      miniNet(view.planets[seat], SHEET, litAreas(state, seat)),
      // It stays while the net is on show, so that it need not be built again.
      state.hasPlanet
        ? h("span", { key: "globe", class: "world-globe", "data-globe": seat, hidden: !isGlobe, held: true })
        : null,
    ),
    h(
      "span",
      { class: "world-text" },
      h(
        "span",
        { class: "world-name" },
        mark(seat),
        nameTag(shortName(state, seat)),
        h("span", { class: "world-count", "aria-hidden": "true" }, count(animals.length)),
        h(
          "span",
          { class: "world-tags" },
          seated?.bot ? icon("bot") : null,
          view.first === seat && !view.over
            ? h("span", { title: t("worlds.first") }, icon("sun", "first-sun"))
            : null,
        ),
      ),
      h("span", { class: "world-status" }, status(state, view, seat)),
      more,
      h(
        "span",
        // Told once, below.
        { class: "world-animals", "aria-hidden": "true" },
        animals.length > 0
          ? animals.map((card) => animal(card))
          : h("span", { class: "none" }, t("worlds.no_animals")),
      ),
    ),
    h("span", { class: "unseen" }, told(view, seat, animals)),
  );
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {string[]} animals
 */
function told(view, seat, animals) {
  const first = view.first === seat ? `${t("worlds.first")} ` : "";
  const nouns = animals.length > 0 ? animals.map(animalNoun) : t("worlds.no_animals");
  return `${first}${t("worlds.told", { count: view.placements[seat].length, animals: nouns })}`;
}

/**
 * What a seat is doing: placed, choosing, next, or away and for how long.
 * @param {TableState} state
 * @param {View} view
 * @param {number} seat
 */
export function status(state, view, seat) {
  const seated = state.room?.seats.find((one) => one.seat === seat);
  if (state.reviewSeq === null && seated?.resting_until) return t("worlds.resting");
  if (state.reviewSeq === null && seated?.presence === "away" && !isSlow(state))
    return away("hourglass", t("worlds.away_for", gone(state, seated)), gone(state, seated).span);
  if (state.reviewSeq === null && seated?.presence === "caretaker")
    return away("lantern", t("worlds.caretaker", gone(state, seated)), gone(state, seated).span);
  if (view.over) return isCounted(state) && view.winners?.includes(seat) ? t("worlds.won") : "";
  if (view.due === seat) return t("worlds.choosing");
  if (view.taken.includes(seat)) return [icon("check"), ` ${t("worlds.placed")}`];
  return ((view.due ?? 0) + 1) % view.players === seat ? t("worlds.next") : t("worlds.later");
}

/** Where there is little room the sign says what the words say, and the time stays. @param {string} sign @param {string} words @param {string} time */
const away = (sign, words, time) => [
  icon(sign, "waiting"),
  h("span", { class: "at-length" }, ` ${words}`),
  h("span", { class: "in-short", "aria-hidden": "true" }, ` ${time}`),
];

/** How long the due seat still has, in ms; null without a clock or caretaker. @param {TableState} state */
export function leftUntilDue(state) {
  const due = state.room?.game.due_at;
  return due ? Date.parse(due) - (Date.now() + state.clock) : null;
}

/** For how long somebody has been away. @param {TableState} state @param {import("../state/table.js").RoomSeat} seat */
export function gone(state, seat) {
  const since = seat.away_since ? Date.parse(seat.away_since) : Number.NaN;
  return { span: span(Number.isNaN(since) ? 0 : Date.now() + state.clock - since) };
}
