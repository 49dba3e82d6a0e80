/**
 * What the first game says, and when: the state of the table and what was already said lead to the next hint. Nothing
 * here draws or remembers.
 */

import { HABITATS } from "../generated/facts.js";
import { claimed, lay, planetFrom } from "../rules/planet.js";
import { faceOf } from "../rules/sphere.js";
import { isCounted } from "../state/looking.js";
import { canPlace, isMyMove } from "../state/placing.js";
import { areasOnShow } from "../state/trying.js";
import { animalNoun, habitatNoun, wishText } from "../texts/words.js";
import { joined } from "./advice.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../rules/view.js").Award} Award */
/** @typedef {import("../rules/races.js").Placement} Placement */
/**
 * @typedef {object} Memory
 * @property {string[]} said            the hints that are done with
 * @property {Placement | null} advice  what is shown on the planet, while it is my move
 * @property {boolean} isOwnWay         whether the tile laid last went another way
 */
/**
 * @typedef {object} Hint
 * @property {string} key     its words are `guide.` and this
 * @property {string[]} at    what it points at: the first of these that can be seen
 * @property {number} [face]  or a face of my planet
 * @property {boolean} isStep it asks for something, and is done with once that is no more to be done
 * @property {import("../texts/catalogue.js").Arguments} [words]
 */

const FIRST_ANIMAL = 3;
const LAST_ADVICE = 3;
/** From this round on nobody needs us. */
const FREE = 7;
const LAST_ROUND = 12;
const KINDS = { "+": "touching", "-": "not_touching", "#": "most" };
const TURN = ".action-pill > :last-child";
const TURNS = [0, 1, 2, 3, 4];
const PLACE = ".action-pill .place";

/**
 * @typedef {object} Rule
 * @property {string} key
 * @property {boolean} [isStep]
 * @property {(state: TableState, view: View, memory: Memory) => {at: string[], face?: number, words?: import("../texts/catalogue.js").Arguments} | null} when
 */

/** In this order: what has just happened comes before what is to be done. @type {Rule[]} */
const RULES = [
  {
    key: "end",
    when: (state, view) =>
      isCounted(state) ? { at: [".scores .score-total"], words: untold(state, view) } : null,
  },
  {
    key: "own_way",
    when: (state, view, memory) => (memory.isOwnWay && !view.over ? lastLaid(state, view) : null),
  },
  { key: "bots", when: (state, view) => (hasPlaced(state, view, 1) ? { at: [".worlds"] } : null) },
  {
    key: "award_you",
    when: (state, view) => awarded(state, view, ({ seat }) => seat !== null && seat === state.me),
  },
  {
    key: "award",
    when: (state, view) => awarded(state, view, ({ seat }) => seat !== null && seat !== state.me),
  },
  { key: "tie", when: (_, view) => tied(view) },
  { key: "animal", when: (_, view) => (view.round >= FIRST_ANIMAL ? animalNow(view) : null) },
  ...Object.entries(KINDS).map(([sign, key]) => ({
    key,
    when: (/** @type {TableState} */ _, /** @type {View} */ view) => animalNow(view, sign),
  })),
  { key: "race", when: (_, view) => lane(view) },
  {
    key: "try",
    when: (state, view) => (state.held && isMyMove(state) ? lane(view, ".race .race-course") : null),
  },
  {
    key: "card",
    when: (state, view) => (view.round > FIRST_ANIMAL && isMyMove(state) ? { at: [".race-animal"] } : null),
  },
  { key: "free", when: (state, view) => (view.round >= FREE && isMyMove(state) ? { at: [".tiles"] } : null) },
  {
    key: "take",
    isStep: true,
    when: (state, view, { advice }) => (isAsked(state, view, 1) ? tile(advice) : null),
  },
  {
    key: "turn",
    isStep: true,
    when: ({ held, turns }, view) =>
      view.round === 1 && held && (turns[held.tile] ?? 0) === 0 ? { at: [TURN] } : null,
  },
  {
    key: "place",
    isStep: true,
    when: (state, view) => (view.round === 1 && canPlace(state) ? { at: [PLACE] } : null),
  },
  {
    key: "grow",
    isStep: true,
    when: (state, view, { advice }) => (isAsked(state, view, 2) ? tile(advice) : null),
  },
  {
    key: "meet",
    isStep: true,
    when: (state, view) => (view.round === 2 && isHeldAlone(state) ? { at: [TURN] } : null),
  },
  {
    key: "region",
    isStep: true,
    when: (state, view) => (view.round === 2 && isHeldJoined(state) ? { at: [PLACE] } : null),
  },
];

/**
 * The next thing to say; nothing while a card of an award speaks, or somebody looks back.
 * @param {TableState} state
 * @param {Memory} memory
 * @returns {Hint | null}
 */
export function nextHint(state, memory) {
  const { view, ceremony, reviewSeq, pending, me } = state;
  if (!view || me === null || ceremony || reviewSeq !== null || pending) return null;
  for (const { key, isStep = false, when } of RULES) {
    const found = memory.said.includes(key) ? null : when(state, view, memory);
    if (found) return { key, isStep, ...found };
  }
  return null;
}

/** What a hint that is only read waits for: a move, another tile, or the other face that it asks for. @param {TableState} state @param {Hint} hint */
export const acted = ({ seq, held }, { key }) => `${seq}:${held?.tile}:${key === "try" ? held?.face : ""}`;

/**
 * What was said before the game came to where it stands, as far as the game itself tells: so it goes on on another device.
 * @param {View} view
 * @param {number | null} me
 * @returns {string[]}
 */
export function saidBefore(view, me) {
  const told = view.awards.filter(({ round }) => round < view.round - 1);
  const laid = me === null ? 0 : view.placements[me].length;
  return [
    ...(laid > 0 ? ["take", "turn", "place"] : []),
    ...(laid > 1 ? ["bots", "grow", "meet", "region"] : []),
    ...(laid > 2 ? ["animal", "race", "try"] : []),
    ...view.awards.map(({ animal }) => KINDS[/** @type {keyof typeof KINDS} */ (animal[1])]),
    ...told.map((award) => (isTie(award) ? "tie" : award.seat === me ? "award_you" : "award")),
  ].filter((key, i, all) => all.indexOf(key) === i);
}

/** Whether a proposal is shown: while it is my move in the first rounds. @param {TableState} state */
export function isAdvised(state) {
  return isMyMove(state) && Number(state.view?.round) <= LAST_ADVICE && state.reviewSeq === null;
}

/**
 * @param {TableState} state
 * @param {View} view
 * @param {number} round
 */
const isAsked = (state, view, round) => view.round === round && isMyMove(state) && state.held === null;

/** @param {TableState} state @param {View} view @param {number} round */
const hasPlaced = ({ me }, view, round) =>
  me !== null && view.placements[me].length === round && view.due !== me && !view.over;

/** @param {Placement | null} advice */
const tile = (advice) => (advice ? { at: [`.tile[data-tile="${advice.tile}"]`] } : null);

/** @param {TableState} state @param {View} view */
const lastLaid = ({ me }, view) => ({ at: [], face: view.placements[me ?? 0].at(-1)?.[1] });

/** @param {TableState} state */
function heldRegion(state) {
  const { held, me } = state;
  return held?.face == null || me === null ? [] : joined(areasOnShow(state, me), held.face);
}

/** The held tile lies alone, and another turn would join it. @param {TableState} state */
function isHeldAlone(state) {
  const { held, view, me } = state;
  if (held?.face == null || !view || me === null || heldRegion(state).length > 0) return false;
  const { tile, face } = held;
  return TURNS.some((turn) => joined(lay(view.planets[me], view.tiles[tile], face, turn), face).length > 0);
}

/** @param {TableState} state */
const isHeldJoined = (state) => canPlace(state) && heldRegion(state).length > 0;

/** @param {string} animal */
const cards = (animal) => [`.race [data-card="${animal}"]`, `.stop:not(.is-past) [data-card="${animal}"]`];

/**
 * The first animal of this round, or the first of a kind.
 * @param {View} view
 * @param {string} [kind]
 */
function animalNow({ round, columns, over }, kind) {
  const animal = columns[round - FIRST_ANIMAL]?.find((card) => card && (!kind || card[1] === kind));
  if (!animal || over) return null;
  return {
    at: cards(animal),
    words: {
      wish: wishText(animal),
      habitat: habitatNoun(animal[0]),
      other: habitatNoun(animal[2] ?? animal[0]),
    },
  };
}

/** Where this round's first race is shown, or else these. @param {View} view @param {string[]} others */
function lane(view, ...others) {
  const animal = view.columns[view.round - FIRST_ANIMAL]?.[0];
  if (!animal || view.over) return null;
  return { at: [`.race:has([data-card="${animal}"]) .race-course`, ...others] };
}

/** @param {Award} award */
const isTie = ({ seat, claims, round }) =>
  seat === null && round < LAST_ROUND && claims.some(([first]) => first > 0);

/** An animal that has just moved on. @param {View} view */
function tied(view) {
  const award = view.awards.findLast((one) => one.round === view.round - 1 && isTie(one));
  if (!award || view.over) return null;
  const column = view.columns.findIndex((cards) => cards.includes(award.animal));
  return {
    at: [`.stop:not(.is-past) [data-card="${award.animal}"]`, ...cards(award.animal)],
    words: { round: column + FIRST_ANIMAL },
  };
}

/**
 * An animal that has just found a home.
 * @param {TableState} state
 * @param {View} view
 * @param {(award: Award) => boolean} isMeant
 */
function awarded({ me }, view, isMeant) {
  const award = view.awards.findLast((one) => one.round === view.round - 1 && isMeant(one));
  if (!award || view.over) return null;
  const words = { animal: animalNoun(award.animal) };
  const past = `.stop.is-past [data-card="${award.animal}"]`;
  if (award.seat !== me) return { at: [`.world[data-seat="${award.seat}"]`, past, ".worlds"], words };
  const [home] = claimed(planetFrom(view.planets[me ?? 0]), award.animal);
  return { at: [".moons li:last-child", past], face: home === undefined ? undefined : faceOf(home), words };
}

/**
 * What a secret habitat would have brought: the best of the five.
 * @param {TableState} state
 * @param {View} view
 */
function untold({ me }, view) {
  const areas = view.planets[me ?? 0];
  const worth = [...HABITATS].map((habitat) => {
    const count = areas.split(habitat).length - 1;
    const points = view.thresholds[habitat].findLast(([least]) => count >= least)?.[1] ?? 0;
    return { habitat, count, points };
  });
  const { habitat, points } = worth.sort((a, b) => b.points - a.points || b.count - a.count)[0];
  return { habitat: habitatNoun(habitat), count: points };
}
