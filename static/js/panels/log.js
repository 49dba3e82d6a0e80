/** What happened, newest first; each line leads back to that moment. */

import { decidingEntries, LAST_ROUND } from "../rules/races.js";
import { lookBack, untoldAwards } from "../state.js";
import { opener } from "../table/cards.js";
import { h } from "../table/dom.js";
import { animal, icon, mark, tileArt } from "../table/signs.js";
import { about, animalNoun, rich, shortName, withNames } from "../table/words.js";
import { t } from "../texts.js";
import { BY_ENTRY } from "./races.js";

/** @typedef {import("../state.js").TableState} TableState */
/** @typedef {import("../state.js").LogEntry} LogEntry */
/** @typedef {import("../table/view.js").Move} Move */
/** @typedef {import("../table/dom.js").Child} Child */
/** @typedef {import("../table/hands.js").Hands} Hands */

/**
 * @param {TableState} state
 * @param {Hands} hands
 */
export function logPanel(state, hands) {
  const lines = state.log.toReversed().flatMap((entry) => linesOf(state, entry, hands));
  return h(
    "section",
    { class: "log", "aria-labelledby": "log-title" },
    h("h2", { id: "log-title" }, t("log.title")),
    lines.length === 0
      ? h("p", { class: "quiet" }, t("log.empty"))
      : h("ol", { class: "log-lines", tabindex: "0", "aria-labelledby": "log-title" }, lines),
  );
}

/**
 * @param {TableState} state
 * @param {LogEntry} entry
 * @param {Hands} hands
 */
function linesOf(state, entry, hands) {
  const { event } = entry;
  const line = lineOf(state, entry, hands);
  if (event.kind === "abandoned") return [line("end", "", icon("leave"), t("log.abandoned"))];
  if (event.kind === "seat") return [line("seat", "", mark(event.seat), rich(seatText(state, event)))];
  const untold = untoldAwards(state).map(({ round, animal }) => `${round} ${animal}`);
  const awards = event.then.filter((then) => then.kind === "award").toReversed();
  const told = awards.filter(({ round, animal }) => !untold.includes(`${round} ${animal}`));
  return [
    ...told.map((award) =>
      line(award.animal, event.round, null, rich(awardText(state, award)), null, award.round),
    ),
    line(
      "move",
      event.round,
      mark(event.seat, event.seat === state.me ? "is-mine" : ""),
      rich(moveText(state, event)),
      tileArt(state.view?.tiles[event.tile] ?? "", event.turn, "small"),
    ),
  ];
}

/**
 * @param {TableState} state
 * @param {LogEntry} entry
 * @param {Hands} hands
 */
function lineOf(state, entry, hands) {
  const isShown = state.moment === entry.seq;
  return (
    /** @type {string} */ key,
    /** @type {string | number} */ round,
    /** @type {Child} */ sign,
    /** @type {Child} */ text,
    /** @type {Child} */ tile = null,
    /** @type {number | null} */ cardOf = null,
  ) =>
    h(
      "li",
      { key: `${entry.seq} ${key}` },
      h(
        "button",
        {
          type: "button",
          class: "log-line",
          "aria-current": isShown ? "true" : null,
          disabled: state.start === null,
          onclick: () => hands.update((now) => lookBack(now, entry.seq)),
        },
        h("span", { class: "log-round" }, String(round)),
        h("span", { class: "log-sign" }, sign),
        h("span", { class: "log-text" }, text),
        tile,
      ),
      cardOf === null ? null : opener(key, cardOf, "log-animal", true, animal(key, { isNamed: true })),
    );
}

/**
 * @param {TableState} state
 * @param {Move} move
 */
export function moveText(state, move) {
  const key = move.by === "caretaker" ? "log.caretaker_placed" : "log.placed";
  return about(state, key, move.seat, { name: shortName(state, move.seat), face: move.face });
}

/**
 * @param {TableState} state
 * @param {import("../table/view.js").Award} award
 */
export function awardText(state, award) {
  const { animal: card, seat, claims, round } = award;
  const name = animalNoun(card);
  if (seat !== null) {
    const [number, second = 0, third = 0] = decidingEntries(award)[seat];
    const words = { animal: name, name: shortName(state, seat), number, second, third };
    return about(state, `log.chose_with${BY_ENTRY[decidingEntries(award)[seat].length - 1]}`, seat, words);
  }
  if (round === LAST_ROUND) return t("log.to_box", { animal: name });
  const isWanted = claims.some((claim) => (claim[0] ?? 0) > 0);
  return t(isWanted ? "log.tied_moves" : "log.nobody_moves", { animal: name, round: round + 1 });
}

/**
 * @param {TableState} state
 * @param {{seat: number, bot: string | null}} event
 */
export function seatText(state, { seat, bot }) {
  if (bot) return about(state, "log.bot_sits", seat, { bot: { noun: `bots.${bot}` } });
  return about(state, "log.back_in_seat", seat);
}

/**
 * The bar over the table while it shows the past: which moment, one step either way, and back to now.
 * @param {TableState} state
 * @param {Hands} hands
 */
export function momentBar(state, hands) {
  const { moment } = state;
  if (moment === null) return null;
  const entry = state.log.find((one) => one.seq === moment);
  const step = (/** @type {number} */ by) => () =>
    hands.update((now) => lookBack(now, Math.max(0, (now.moment ?? now.seq) + by)));
  return h(
    "div",
    { class: "banner mine moment", role: "status" },
    h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": t("log.earlier"),
        disabled: moment === 0,
        onclick: step(-1),
      },
      icon("left"),
    ),
    h("span", { class: "moment-text" }, withNames(state, momentText(state, entry))),
    h(
      "button",
      { type: "button", class: "icon-button", "aria-label": t("log.later"), onclick: step(1) },
      icon("right"),
    ),
    h(
      "button",
      { type: "button", class: "button small", onclick: () => hands.update((now) => lookBack(now, null)) },
      t("log.to_now"),
    ),
  );
}

/**
 * @param {TableState} state
 * @param {LogEntry | undefined} entry
 */
function momentText(state, entry) {
  if (entry?.event.kind !== "move") return t("log.at_start");
  return about(state, "log.moment", entry.event.seat, { round: entry.event.round });
}
