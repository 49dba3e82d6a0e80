/** An animal's card: what it wishes for, what every planet brings to it and why, who leads, and what a tie would mean. */

import { LAST_ROUND } from "../generated/facts.js";
import { regionsOf } from "../rules/planet.js";
import { decidingEntries } from "../rules/races.js";
import { areClaimsTold, awardOfCard, planetOfCard } from "../state/cards.js";
import { bringForward, seatInFront, viewOnShow } from "../state/looking.js";
import { raceRows } from "../state/trying.js";
import { t } from "../texts/catalogue.js";
import { awardText } from "../texts/events.js";
import { BY_ENTRY, verdictText } from "../texts/races.js";
import { animalName, nameOf, wishText } from "../texts/words.js";
import { ask } from "../ui/ask.js";
import { h } from "../ui/dom.js";
import { rich, withNames } from "../ui/names.js";
import { animal, hiddenAnimal, icon, mark, wish } from "../ui/signs.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../table/actions.js").Actions} Actions */
/** @typedef {import("../ui/dom.js").Child} Child */
/** @typedef {import("../rules/planet.js").Region} Region */
/** @typedef {{round: number, entries: number[][], ending: Child, ties: string}} Told */

/** Which part of the rules tells of an animal's wish. */
const RULES = { "#": "most", "+": "touching", "-": "not-touching" };
/** And which of a tie. @param {number} round */
const tieRule = (round) => (round < LAST_ROUND ? "carry-over" : "last-round");

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
export function cardPanel(state, actions) {
  const { card } = state;
  const view = viewOnShow(state);
  if (!card || !view) return null;
  const { animal: requirement, isPinned } = card;
  const body = requirement === null ? faceDown(card.round) : faceUp(state, view, requirement, actions);
  return h(
    "section",
    {
      key: "card",
      class: "animal-card",
      tabindex: "-1",
      ...(isPinned
        ? { role: "dialog", "aria-labelledby": "card-title", "aria-describedby": "card-wish" }
        : { "aria-hidden": "true" }),
    },
    body,
    isPinned ? closeButton(actions) : null,
  );
}

/** @param {Actions} actions */
function closeButton(actions) {
  return h(
    "button",
    {
      type: "button",
      class: "icon-button card-close",
      "aria-label": t("card.close"),
      onclick: actions.closeCard,
    },
    icon("close"),
  );
}

/** All that anybody knows of an animal that lies face down. @param {number} round */
function faceDown(round) {
  return [
    head(hiddenAnimal(), t("card.face_down"), t("races.round", { round })),
    h(
      "p",
      { id: "card-wish", class: "card-wish" },
      t("card.turned_up", { round: round - 1 }),
      ask("mystery"),
    ),
  ];
}

/**
 * @param {TableState} state
 * @param {View} view
 * @param {string} requirement
 * @param {Actions} actions
 */
function faceUp(state, view, requirement, actions) {
  const told = toldOf(state, view, requirement);
  const round = told?.round ?? state.card?.round ?? 0;
  const when = round === view.round && !view.over ? t("races.this_round") : t("races.round", { round });
  const regions = view.planets.map((_, seat) => sorted(state, seat, requirement));
  const isAnyLeftOut = regions.some(({ leftOut }) => leftOut.length > 0);
  return [
    head(animal(requirement), animalName(requirement), when),
    h(
      "p",
      { id: "card-wish", class: "card-wish" },
      wish(requirement),
      h("span", null, wishText(requirement)),
      ask(RULES[/** @type {keyof typeof RULES} */ (requirement[1])]),
    ),
    told && areClaimsTold(state)
      ? [
          h(
            "ul",
            { class: "card-claims" },
            regions.map((sizes, seat) => claimRow(state, told, sizes, seat, actions)),
          ),
          h("p", { class: "card-ending" }, told.ending),
          told.ties ? h("p", { class: "card-rule" }, told.ties, " ", ask(tieRule(round))) : null,
          h("p", { class: "card-rule" }, ruleText(requirement, isAnyLeftOut)),
        ]
      : h("p", { class: "card-rule" }, ruleText(requirement, false)),
  ];
}

/**
 * @param {Child} face
 * @param {string} name
 * @param {string} when
 */
function head(face, name, when) {
  return h(
    "div",
    { class: "card-head" },
    face,
    h("div", null, h("h2", { id: "card-title" }, name), h("p", { class: "card-when" }, when)),
  );
}

/**
 * What is known of the animal: its award, or the race as it is or would be; null while its award is still to be told.
 * @param {TableState} state
 * @param {View} view
 * @param {string} requirement
 * @returns {Told | null}
 */
function toldOf(state, view, requirement) {
  const award = awardOfCard(state);
  if (award) {
    const { round, claims, seat } = award;
    const isTie = seat === null && claims.some(([first]) => first > 0);
    return { ...tieOf(award, isTie), round, ending: rich(awardText(state, award)) };
  }
  const row = raceRows(state, view).find(({ race }) => race.animal === requirement);
  if (!row) return null;
  const ending = h("b", null, withNames(state, verdictText(state, row.race, row.change)));
  return { ...tieOf(row.race, row.race.verdict.kind === "tie"), round: row.race.round, ending };
}

/**
 * What decides, and what the rule is for a tie, where there is one.
 * @param {{animal: string, round: number, claims: number[][]}} race  or award
 * @param {boolean} isTie
 */
function tieOf(race, isTie) {
  const entries = decidingEntries(race);
  const depth = Math.max(...entries.map(({ length }) => length));
  return { entries, ties: isTie ? tieText(race) : depth > 1 ? t(`card.decides${BY_ENTRY[depth - 1]}`) : "" };
}

/** What becomes of a tie. @param {{animal: string, round: number}} race */
function tieText({ animal: requirement, round }) {
  if (round < LAST_ROUND) return t("card.tie_moves", { round: round + 1 });
  return t(requirement[1] === "#" ? "card.tie_leaves" : "card.tie_regions");
}

/**
 * The sizes of a planet's regions of the habitat: those that count, and those left out; largest first.
 * @param {TableState} state
 * @param {number} seat
 * @param {string} requirement
 */
function sorted(state, seat, requirement) {
  const { fitting, others } = regionsOf(planetOfCard(state, seat), requirement);
  const sizes = (/** @type {Region[]} */ regions) => regions.map(({ size }) => size);
  return { counted: sizes(fitting), leftOut: sizes(others) };
}

/**
 * What counts, and why some does not.
 * @param {string} requirement
 * @param {boolean} isAnyLeftOut
 */
function ruleText(requirement, isAnyLeftOut) {
  const [, kind, other] = requirement;
  if (kind === "#") return t("card.each_counts");
  if (!isAnyLeftOut) return t("card.largest_counts");
  return t(kind === "+" ? "card.largest_counts_touching" : "card.largest_counts_apart", {
    other: { noun: `habitats.${other}` },
  });
}

/**
 * One planet: pressing it brings it to the front, where its regions glow.
 * @param {TableState} state
 * @param {Told} told
 * @param {{counted: number[], leftOut: number[]}} sizes
 * @param {number} seat
 * @param {Actions} actions
 */
function claimRow(state, { entries }, { counted, leftOut }, seat, actions) {
  const requirement = state.card?.animal ?? "";
  const name = seat === state.me ? t("table.you") : nameOf(state, seat);
  const told = [
    counted.length > 0 ? t("card.regions", { count: counted.length, sizes: counted }) : "",
    leftOut.length > 0 ? t("card.left_out", { count: leftOut.length, sizes: leftOut }) : "",
  ];
  const isCount = requirement[1] === "#";
  const pill = (/** @type {string} */ kind) => (/** @type {number} */ size, /** @type {number} */ i) =>
    h(
      "span",
      {
        class: `size-pill ${kind} ${kind || isCount || i < entries[seat].length ? "" : "is-later"}`,
        "data-habitat": requirement[0],
      },
      String(size),
    );
  return h(
    "li",
    { key: seat },
    h(
      "button",
      {
        type: "button",
        class: `card-claim ${seat === state.me ? "is-mine" : ""}`,
        "aria-pressed": String(seatInFront(state) === seat),
        onclick: () => actions.update((now) => bringForward(now, seat)),
      },
      mark(seat),
      h("span", { class: "card-name", title: name }, name),
      h(
        "span",
        { class: "card-sizes", "aria-hidden": "true" },
        counted.map(pill("")),
        leftOut.map(pill("is-left-out")),
      ),
      h("b", { class: "card-number" }, entries[seat].join("·")),
      h("span", { class: "unseen" }, told.filter(Boolean).join(" ")),
    ),
  );
}
