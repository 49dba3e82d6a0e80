/**
 * The race of every coming animal: what each planet brings, who leads, what ties. While a tile is held over a face,
 * the same as it would be. Can be switched off by the host for a table without live standings.
 */

import { decidingEntries, races, whatIf } from "../rules/races.js";
import { viewOnShow } from "../state.js";
import { opener } from "../table/cards.js";
import { h } from "../table/dom.js";
import { animal, mark, wish } from "../table/signs.js";
import { placementTried } from "../table/trying.js";
import { animalName, habitatNoun, listed, shortName, wishText, withNames } from "../table/words.js";
import { t } from "../texts.js";
import { laneDrawing } from "./lane.js";

/** @typedef {import("../state.js").TableState} TableState */
/** @typedef {import("../table/view.js").View} View */
/** @typedef {import("../rules/races.js").Race} Race */
/** @typedef {import("../rules/races.js").Change} Change */
/** @typedef {{race: Race, change: Change | null}} Row */

/** How many races a phone shows while its sheet is down. */
const ON_PHONE = 2;
/** How texts are called that tell of a lead by this entry of the claim. */
export const BY_ENTRY = ["", "_second", "_third"];

/** @param {TableState} state */
export function racesPanel(state) {
  const view = viewOnShow(state);
  if (!view || view.over || state.room?.options.races === false) return null;
  const rows = raceRows(state, view);
  const isTrying = rows.some((row) => row.change) || placementTried(state) !== null;
  return h(
    "section",
    { class: "races", "aria-labelledby": "races-title" },
    h(
      "div",
      { class: "panel-head" },
      h("h2", { id: "races-title" }, t("races.title")),
      isTrying && state.me !== null
        ? h("span", { class: "chip if-chip" }, mark(state.me), t("races.if"))
        : null,
    ),
    rows.length === 0 ? h("p", { class: "quiet" }, t("races.none")) : null,
    h(
      "div",
      { class: "race-rounds" },
      grouped(rows).map(([round, group]) => roundOfRaces(state, view, round, group, rows[0], topOf(rows))),
    ),
  );
}

/**
 * @param {TableState} state
 * @param {View} view
 * @returns {Row[]}
 */
export function raceRows(state, view) {
  const tried = placementTried(state);
  if (!tried || state.me === null) return races(view).map((race) => ({ race, change: null }));
  const { races: then, changes } = whatIf(view, state.me, tried);
  return then.map((race) => ({
    race,
    change: changes.find((one) => one.round === race.round && one.animal === race.animal) ?? null,
  }));
}

/** @param {Row[]} rows @returns {[number, Row[]][]} */
function grouped(rows) {
  /** @type {Map<number, Row[]>} */
  const rounds = new Map();
  for (const row of rows) rounds.set(row.race.round, [...(rounds.get(row.race.round) ?? []), row]);
  return [...rounds];
}

/** The rows that change most come first on a small screen; else the next ones. @param {Row[]} rows */
function topOf(rows) {
  const weight = (/** @type {Row} */ { change }) =>
    change
      ? 1 + Math.abs((change.to[0] ?? 0) - (change.from[0] ?? 0)) + (change.effect === "grows" ? 0 : 9)
      : 0;
  return rows
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, ON_PHONE)
    .map((row) => row.race);
}

/**
 * @param {TableState} state
 * @param {View} view
 * @param {number} round
 * @param {Row[]} rows
 * @param {Row} first  of all rows
 * @param {Race[]} top
 */
function roundOfRaces(state, view, round, rows, first, top) {
  const title = round === view.round ? t("races.this_round") : t("races.round", { round });
  return h(
    "div",
    { key: round, class: "race-round", "data-now": round === view.round },
    h("h3", { class: "race-title" }, title),
    h(
      "ul",
      { class: "race-list" },
      rows.map((row) => raceRow(state, row, title, row === first, top.indexOf(row.race) + 1)),
    ),
  );
}

/**
 * @param {TableState} state
 * @param {Row} row
 * @param {string} when
 * @param {boolean} isFirst
 * @param {number} place  among those that a phone shows, from 1 on
 */
function raceRow(state, { race, change }, when, isFirst, place) {
  const tone = change ? (isWorse(change) ? "worse" : "better") : null;
  const words = verdictText(state, race, change);
  return h(
    "li",
    { key: race.animal, class: "race", "data-tone": tone, "data-top": place || null },
    opener(
      race.animal,
      race.round,
      "race-animal",
      isFirst,
      animal(race.animal),
      h("span", { class: "race-wish" }, wish(race.animal), h("small", { class: "race-when" }, when)),
      h("span", { class: "unseen" }, raceSentence(state, race, words)),
    ),
    h(
      "div",
      { class: "race-course", "aria-hidden": "true" },
      laneDrawing(laneOf(state, race, change)),
      h("p", { class: "race-verdict" }, tone ? sway(tone) : null, h("span", null, withNames(state, words))),
    ),
  );
}

/**
 * @param {TableState} state
 * @param {Race} race
 * @param {Change | null} change
 */
function laneOf(state, race, change) {
  const { verdict } = race;
  return {
    entries: decidingEntries(race),
    me: state.me,
    leader: verdict.kind === "leads" ? verdict.seat : null,
    tied: verdict.kind === "tie" ? verdict.seats : [],
    from: change ? (change.from[0] ?? 0) : null,
  };
}

/** A small triangle up or down. @param {"better" | "worse"} tone */
function sway(tone) {
  const d = tone === "better" ? "M5 1.5 9.3 8.5H.7Z" : "M5 8.5.7 1.5h8.6Z";
  return h("svg", { class: "sway", viewBox: "0 0 10 10", "aria-hidden": "true" }, h("path", { d }));
}

/** @param {Change} change */
function isWorse({ from, to }) {
  const length = Math.max(from.length, to.length);
  for (let i = 0; i < length; i++) {
    if ((from[i] ?? 0) !== (to[i] ?? 0)) return (to[i] ?? 0) < (from[i] ?? 0);
  }
  return false;
}

/**
 * What it comes to, in at most five words.
 * @param {TableState} state
 * @param {Race} race
 * @param {Change | null} change
 */
export function verdictText(state, race, change) {
  const { verdict } = race;
  const by = verdict.kind === "leads" ? BY_ENTRY[verdict.entry] : "";
  if (change?.effect === "takes_lead") return t(`races.you_take_lead${by}`);
  if (change?.effect === "drops_out") return dropText(change);
  if (verdict.kind === "nobody") return t("races.nobody");
  if (verdict.kind === "tie") return tieText(state, verdict);
  return verdict.seat === state.me
    ? t(`races.you_lead${by}`)
    : t(`races.leads${by}`, { name: shortName(state, verdict.seat) });
}

/** @param {Change} change */
function dropText({ because }) {
  if (because?.kind !== "touches") return t("races.drop_out");
  return t("races.drop_out_touches", { habitat: habitatNoun(because.habitat) });
}

/**
 * @param {TableState} state
 * @param {{seats: number[], to: number | null}} tie
 */
function tieText(state, { seats, to }) {
  const others = seats.filter((seat) => seat !== state.me);
  const names = listed(others.map((seat) => shortName(state, seat)));
  const isMine = others.length < seats.length && others.length === 1;
  const where = to === null ? "box" : "moves";
  return isMine
    ? t(`races.tie_with_${where}`, { name: names, round: to ?? 0 })
    : t(`races.tie_${where}`, { round: to ?? 0 });
}

/**
 * The whole race for who does not see it.
 * @param {TableState} state
 * @param {Race} race
 * @param {string} words
 */
function raceSentence(state, race, words) {
  const claims = decidingEntries(race).map(([number, second, third], seat) => {
    const name = seat === state.me ? t("table.you") : shortName(state, seat);
    if (second === undefined) return t("races.claim", { name, number });
    if (third === undefined) return t("races.claim_second", { name, number, second });
    return t("races.claim_third", { name, number, second, third });
  });
  return `${animalName(race.animal)}, ${wishText(race.animal)}: ${claims.join(", ")}. ${words}.`;
}
