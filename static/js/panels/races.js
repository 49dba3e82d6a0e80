/**
 * The race of every coming animal: what each planet brings, who leads, what ties. While a tile is held over a face,
 * the same as it would be. Can be switched off by the host for a table without live standings.
 */

import { decidingEntries } from "../rules/races.js";
import { viewOnShow } from "../state/looking.js";
import { placementTried, raceRows } from "../state/trying.js";
import { commas, t } from "../texts/catalogue.js";
import { verdictText } from "../texts/races.js";
import { animalNoun, shortName, wishText } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { withNames } from "../ui/names.js";
import { animal, mark, wish } from "../ui/signs.js";
import { opener } from "./opener.js";
import { raceTrack } from "./race-track.js";

/** @typedef {import("../state/trying.js").Row} Row */
/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../rules/races.js").Race} Race */
/** @typedef {import("../rules/races.js").Change} Change */
/** How many races a phone shows while its sheet is down; more, where so many are decided next. */
const ON_PHONE = 2;
const NEXT_ON_PHONE = 3;

/** @param {TableState} state */
export function racesPanel(state) {
  const view = viewOnShow(state);
  if (!view || view.over || state.room?.options.races === false) return null;
  const rows = raceRows(state, view);
  const top = topOf(rows);
  const isTrying = state.held !== null && placementTried(state) !== null;
  return h(
    "section",
    { class: "races", "aria-labelledby": "races-title", "data-many": top.length > ON_PHONE },
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
      grouped(rows).map(([round, group]) => roundOfRaces(state, view, round, group, rows[0], top)),
    ),
  );
}

/** @param {Row[]} rows @returns {[number, Row[]][]} */
function grouped(rows) {
  /** @type {Map<number, Row[]>} */
  const rounds = new Map();
  for (const row of rows) rounds.set(row.race.round, [...(rounds.get(row.race.round) ?? []), row]);
  return [...rounds];
}

/** How much a row changes by what is being tried. @param {Row} row */
const weight = ({ change }) =>
  change
    ? 1 + Math.abs((change.to[0] ?? 0) - (change.from[0] ?? 0)) + (change.effect === "grows" ? 0 : 9)
    : 0;

/** What a small screen shows: those of the next round to be decided, whatever is tried; then what changes most. @param {Row[]} rows */
function topOf(rows) {
  const isNext = (/** @type {Row} */ { race }) => Number(race.round === rows[0].race.round);
  const count = Math.min(rows.filter(isNext).length, NEXT_ON_PHONE);
  return rows
    .toSorted((a, b) => isNext(b) - isNext(a) || weight(b) - weight(a))
    .slice(0, Math.max(ON_PHONE, count))
    .map(({ race }) => race);
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
  const tone = change ? toneOf(change, decidingEntries(race)[state.me ?? 0].length) : null;
  const words = verdictText(state, race, change);
  return h(
    "li",
    {
      key: race.animal,
      class: "race",
      "data-tone": tone,
      "data-behind": isBehind(race.verdict, state.me),
      "data-top": place || null,
    },
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
      raceTrack(trackOf(state, race, change)),
      h("p", { class: "race-verdict" }, tone ? sway(tone) : null, h("span", null, withNames(state, words))),
    ),
  );
}

/** Whether somebody else has the animal, whatever I would gain. @param {Race["verdict"]} verdict @param {number | null} me */
const isBehind = (verdict, me) => verdict.kind === "leads" && verdict.seat !== me;

/**
 * @param {TableState} state
 * @param {Race} race
 * @param {Change | null} change
 */
function trackOf(state, race, change) {
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

/**
 * Up or down, as what I bring goes, so far as it is compared; null where it stays.
 * @param {Change} change
 * @param {number} depth
 * @returns {"better" | "worse" | null}
 */
function toneOf({ from, to }, depth) {
  for (let i = 0; i < depth; i++) {
    const by = (to[i] ?? 0) - (from[i] ?? 0);
    if (by !== 0) return by < 0 ? "worse" : "better";
  }
  return null;
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
  return t("races.told", {
    animal: animalNoun(race.animal),
    wish: wishText(race.animal),
    claims: commas(claims),
    verdict: words,
  });
}
