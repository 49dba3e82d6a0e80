/**
 * Reads and checks a whole game on paper, `planet-record/1` (docs/record.md), with no page and no server: what
 * `python -m app record verify` says of a file, in the same sentences.
 *
 *     const { record, wrong } = await readRecord(text);
 *     if (wrong.length) console.log(wrong);         // every point in which it contradicts itself or the rules
 *     else for (const { state, seen } of record.steps) console.log(state.round, seen);
 */

import {
  HABITATS,
  KNOWN_RULES,
  LAST_ROUND,
  TILE_COUNT,
  VARIANTS as VARIANT_ROWS,
} from "../generated/facts.js";
import { Cursor, isSame, Malformed } from "./cursor.js";
import { commitmentOf, dealOf, REQUIREMENTS } from "./deal.js";
import { applyMove, dueIn, IllegalMove, isOver, newGame } from "./game.js";
import { scoresOf, winnersOf } from "./score.js";
import { MalformedJson, parseJson, written } from "./strict_json.js";
import { columnSizes, hasObjectives } from "./variants.js";

/** @typedef {import("./strict_json.js").Json} Json */
/** @typedef {import("./game.js").State} State */
/** @typedef {import("./game.js").Deal} Deal */
/** @typedef {Map<string, Cursor>} Fields */
/** @typedef {{name: string, bot: string | null}} Player */
/** @typedef {{seed: string | null, commitment: string, nonces: string[]}} Seal */
/** The state after a move, and what everybody saw of it. @typedef {{state: State, seen: import("./game.js").Seen[]}} Step */

/**
 * @typedef {object} GameRecord
 * @property {Player[]} players
 * @property {Deal} deal
 * @property {Seal | null} seal       null in a game that was set up by hand
 * @property {State} start
 * @property {Step[]} steps           one a move
 * @property {State} state            the last of them
 * @property {boolean} isAbandoned
 * @property {number[]} caretaker     the places of the moves that a caretaker made
 * @property {[number, number, string][]} takeovers  after so many moves a bot of this level took over this seat
 * @property {import("./deal.js").Fork | null} fork  from which game it goes on, if from one
 * @property {number[]} hints         the places of the moves before which somebody asked for a hint
 * @property {number[]} planned       the places of the moves that were made as their player had planned
 */

const FORMAT = "planet-record/1";
const MOST_RULES = 9999;
const SETUP = ["format", "set", "tiles", "thresholds", "players", "variants", "moves"];
const SEAL = ["seed", "commitment", "nonces"];
const DEALT = ["first", "order", "animals", "objectives"];
const DERIVED = ["awards", "scores", "winners"];
const VARIANTS = Object.keys(VARIANT_ROWS);
const COMINGS = ["same", "other"];
const MOST_SEALS = 16;
const LONGEST_NAME = 100;
const MOST_POINTS_OF_A_TIER = 1000;

/** A record that can be read and says something else than the rules. */
class Disagrees extends Error {
  /** @param {string[]} lines */
  constructor(lines) {
    super(lines.join("; "));
    this.lines = lines;
  }
}

/**
 * What a text says, and all that is wrong with it; `record` is null where nothing can be shown of it.
 * @param {string} text
 * @returns {Promise<{record: GameRecord | null, wrong: string[]}>}
 */
export async function readRecord(text) {
  try {
    const fields = knownFields(parseJson(text));
    const record = await read(fields);
    const wrong = [...(await sealDisagreements(record)), ...derivedDisagreements(fields, record)];
    return { record: wrong.length ? null : record, wrong };
  } catch (error) {
    if (error instanceof Disagrees) return { record: null, wrong: error.lines };
    if (error instanceof Malformed || error instanceof MalformedJson)
      return { record: null, wrong: [error.message] };
    throw error;
  }
}

/** @param {Json} document @returns {Fields} */
function knownFields(document) {
  const optional = [
    ...SEAL,
    ...DEALT,
    ...DERIVED,
    "ended",
    "caretaker",
    "takeovers",
    "hints",
    "planned",
    "fork",
    "rules",
  ];
  const fields = new Cursor(document, "record").fields(SETUP, optional);
  at(fields, "format").require(at(fields, "format").value === FORMAT, `is not '${FORMAT}'`);
  return fields;
}

/** A field that is known to be there. @param {Fields} fields @param {string} name */
const at = (fields, name) => /** @type {Cursor} */ (fields.get(name));

/** @param {Fields} fields @returns {Promise<GameRecord>} */
async function read(fields) {
  const set = {
    name: at(fields, "set").text(60),
    tiles: readTiles(at(fields, "tiles")),
    thresholds: readThresholds(at(fields, "thresholds")),
  };
  const players = readPlayers(at(fields, "players"));
  const seal = readSeal(fields, players);
  const fork = readFork(fields, players.length, seal);
  const deal = await readDeal(fields, players.length, seal, fork);
  const start = newGame(set, deal);
  const steps = play(start, at(fields, "moves"));
  const state = steps.at(-1)?.state ?? start;
  const isAbandoned = readEnded(fields, state);
  const caretaker = readCaretaker(fields, state);
  const takeovers = readTakeovers(fields, players, state);
  const hints = readHints(fields, players, state);
  const planned = readPlanned(fields, players, state, caretaker);
  const isThere = !fork || fork.moves <= state.moves.length;
  fields.get("fork")?.require(isThere, "goes on after moves that are not there");
  return {
    players,
    deal,
    seal,
    start,
    steps,
    state,
    isAbandoned,
    caretaker,
    takeovers,
    hints,
    planned,
    fork,
  };
}

/** @param {Cursor} cursor */
function readTiles(cursor) {
  return cursor.items({ exactly: TILE_COUNT }).map((item) => {
    item.require(
      typeof item.value === "string" && /^[OFDMG]{5}$/.test(item.value),
      "is not five letters of OFDMG",
    );
    return String(item.value);
  });
}

/** @param {Cursor} cursor */
function readThresholds(cursor) {
  const fields = cursor.fields([...HABITATS]);
  return Object.fromEntries([...HABITATS].map((habitat) => [habitat, readTiers(at(fields, habitat))]));
}

/** @param {Cursor} cursor */
function readTiers(cursor) {
  /** @type {number[][]} */
  const tiers = [];
  for (const item of cursor.items()) {
    const [areas, points] = item.items({ exactly: 2 });
    const tier = [areas.number(1, 60), points.number(0, MOST_POINTS_OF_A_TIER)];
    const before = tiers.at(-1);
    item.require(!before || (tier[0] > before[0] && tier[1] >= before[1]), "is not above the tier before");
    tiers.push(tier);
  }
  return tiers;
}

/** @param {Cursor} cursor @returns {Player[]} */
function readPlayers(cursor) {
  const players = cursor.items({ atMost: 4 }).map((item) => {
    const fields = item.fields(["name", "bot"]);
    const bot = at(fields, "bot").value === null ? null : at(fields, "bot").text(40);
    return { name: at(fields, "name").text(LONGEST_NAME), bot };
  });
  cursor.require(players.length >= 2, "names fewer than two players");
  return players;
}

/**
 * Seed, commitment and nonces: all three, or none of them in a game that was set up by hand.
 * @param {Fields} fields
 * @param {Player[]} players
 * @returns {Seal | null}
 */
function readSeal(fields, players) {
  const said = SEAL.filter((name) => fields.has(name) && at(fields, name).value !== null);
  if (!said.length) return null;
  for (const name of SEAL) {
    if (!said.includes(name)) throw new Malformed(`record.${name} is missing beside ${said.join(" and ")}.`);
  }
  const seed = readHex(at(fields, "seed"));
  const commitment = readHex(at(fields, "commitment"));
  const cursor = at(fields, "nonces");
  const nonces = cursor.items({ exactly: players.length }).map(readNonce);
  const isPersonal = (/** @type {string} */ nonce, /** @type {number} */ seat) =>
    nonce !== "" || players[seat].bot !== null;
  cursor.require(nonces.every(isPersonal), "lacks the nonce of a person");
  return { seed, commitment, nonces };
}

/** @param {Cursor} cursor */
function readNonce(cursor) {
  const isNonce = typeof cursor.value === "string" && /^([A-Za-z0-9_-]{16,64})?$/.test(cursor.value);
  cursor.require(isNonce, "is no nonce");
  return String(cursor.value);
}

/** @param {Cursor} cursor */
function readHex(cursor) {
  const text = cursor.text(64);
  cursor.require(/^[0-9a-f]{64}$/.test(text), "is not 64 hex digits");
  return text;
}

/**
 * Where it goes on from, in a game that is a fork of another.
 * @param {Fields} fields
 * @param {number} players
 * @param {Seal | null} seal
 * @returns {import("./deal.js").Fork | null}
 */
function readFork(fields, players, seal) {
  const cursor = fields.get("fork");
  if (!cursor) return null;
  const said = cursor.fields(["game", "moves", "coming", "seals"]);
  const moves = at(said, "moves").number(0, LAST_ROUND * players - 1);
  const coming = at(said, "coming").oneOf(COMINGS, `is none of ${COMINGS.join(", ")}`);
  const items = at(said, "seals").items({ atMost: MOST_SEALS });
  const seals = items.map((item) => readPastSeal(item, players));
  at(said, "seals").require(seals[0]?.moves === 0, "does not begin with what dealt the beginning");
  const game = at(said, "game").text(36);
  cursor.require(seal !== null, "belongs to no game that was set up by hand");
  return { game, moves, coming, seals };
}

/** @param {Cursor} cursor @param {number} players */
function readPastSeal(cursor, players) {
  const fields = cursor.fields(["moves", ...SEAL]);
  const seed = readHex(at(fields, "seed"));
  const commitment = readHex(at(fields, "commitment"));
  const nonces = at(fields, "nonces").items({ exactly: players }).map(readNonce);
  return { moves: at(fields, "moves").number(0, LAST_ROUND * players - 1), seed, commitment, nonces };
}

/**
 * The deal as written down; a record that has only its seed is dealt from that.
 * @param {Fields} fields
 * @param {number} players
 * @param {Seal | null} seal
 * @param {import("./deal.js").Fork | null} fork
 * @returns {Promise<Deal>}
 */
async function readDeal(fields, players, seal, fork) {
  const variants = readVariants(at(fields, "variants"));
  readRules(fields);
  if (seal?.seed && !DEALT.some((name) => fields.has(name))) {
    return { players, variants, ...(await dealOf(seal, fork, variants)) };
  }
  for (const name of DEALT) {
    if (!fields.has(name)) throw new Malformed(`record lacks the field '${name}'.`);
  }
  return {
    players,
    variants,
    first: at(fields, "first").number(0, players - 1),
    order: readOrder(at(fields, "order")),
    animals: readColumns(at(fields, "animals"), variants),
    objectives: readObjectives(at(fields, "objectives"), players, hasObjectives(variants)),
  };
}

/** By which rules it was played; nothing is said of the first. @param {Fields} fields */
function readRules(fields) {
  const rules = fields.get("rules")?.number(2, MOST_RULES) ?? 1;
  fields
    .get("rules")
    ?.require(KNOWN_RULES.includes(rules), "is a version of the rules that is not known here");
}

/** @param {Cursor} cursor */
function readVariants(cursor) {
  const items = cursor.items({ atMost: VARIANTS.length });
  const said = items.map((item) => item.oneOf(VARIANTS, `is none of ${VARIANTS.join(", ")}`));
  cursor.require(new Set(said).size === said.length, "names a variant twice");
  return VARIANTS.filter((variant) => said.includes(variant));
}

/** @param {Cursor} cursor */
function readOrder(cursor) {
  const order = cursor.items({ exactly: TILE_COUNT }).map((item) => item.number(0, TILE_COUNT - 1));
  cursor.require(new Set(order).size === TILE_COUNT, "holds a tile twice");
  return order;
}

/** @param {Cursor} cursor @param {string[]} variants */
function readColumns(cursor, variants) {
  const sizes = columnSizes(variants);
  const columns = cursor
    .items({ exactly: sizes.length })
    .map((column, i) =>
      column
        .items({ exactly: sizes[i] })
        .map((card) => card.oneOf(REQUIREMENTS, "is none of the 45 requirements")),
    );
  const cards = columns.flat();
  cursor.require(new Set(cards).size === cards.length, "holds an animal twice");
  return columns;
}

/** @param {Cursor} cursor @param {number} players @param {boolean} areThere */
function readObjectives(cursor, players, areThere) {
  if (!areThere) {
    cursor.require(cursor.value === null, "is not null, though the beginner game has no objectives");
    return null;
  }
  const items = cursor.items({ exactly: players });
  const objectives = items.map((item) => item.oneOf([...HABITATS], "is none of the habitats OFDMG"));
  cursor.require(new Set(objectives).size === players, "gives two seats the same objective");
  return objectives;
}

/** @param {State} start @param {Cursor} moves @returns {Step[]} */
function play(start, moves) {
  /** @type {Step[]} */
  const steps = [];
  let state = start;
  for (const item of moves.items({ atMost: LAST_ROUND * start.deal.players })) {
    const [round, seat, tile, face, turn] = item.items({ exactly: 5 }).map((part) => part.number(0, 99));
    item.require(round === state.round, `is said to be of round ${round}, but it is round ${state.round}`);
    const step = moved(state, seat, { tile, face, turn }, item.path);
    state = step.state;
    steps.push(step);
  }
  return steps;
}

/**
 * @param {State} state
 * @param {number} seat
 * @param {import("./races.js").Placement} placement
 * @param {string} path
 */
function moved(state, seat, placement, path) {
  try {
    return applyMove(state, seat, placement);
  } catch (error) {
    if (error instanceof IllegalMove) throw new Disagrees([`${path} is illegal: ${error.message}`]);
    throw error;
  }
}

/** @param {Fields} fields @param {State} state */
function readEnded(fields, state) {
  const ended = fields.get("ended");
  if (!ended) return false;
  ended.require(ended.value === "abandoned", "is not 'abandoned'");
  ended.require(!isOver(state), "calls a finished game abandoned");
  return true;
}

/** @param {Fields} fields @param {State} state */
function readCaretaker(fields, { moves }) {
  const cursor = fields.get("caretaker");
  return cursor ? readMarks(cursor, moves.length, Math.max(moves.length - 1, 0)) : [];
}

/** Moves that are marked, by their places among all. @param {Cursor} cursor @param {number} atMost @param {number} last */
function readMarks(cursor, atMost, last) {
  const marks = cursor.items({ atMost }).map((item) => item.number(0, last));
  cursor.require(
    marks.every((mark, i) => i === 0 || mark > marks[i - 1]),
    "is not in ascending order",
  );
  return marks;
}

/** @param {Fields} fields @param {Player[]} players @param {State} state */
function readHints(fields, players, state) {
  const cursor = fields.get("hints");
  if (!cursor) return [];
  const movers = [...state.moves.map(([, seat]) => seat), dueIn(state)].filter((seat) => seat !== null);
  const marks = readMarks(cursor, movers.length, movers.length - 1);
  const areAsked = marks.every((mark) => players[movers[mark]].bot === null);
  cursor.require(areAsked, "names a move that was no person's");
  return marks;
}

/** @param {Fields} fields @param {Player[]} players @param {State} state @param {number[]} caretaker */
function readPlanned(fields, players, { moves }, caretaker) {
  const cursor = fields.get("planned");
  if (!cursor) return [];
  const marks = readMarks(cursor, moves.length, Math.max(moves.length - 1, 0));
  const arePeoples = marks.every((mark) => players[moves[mark][1]].bot === null && !caretaker.includes(mark));
  cursor.require(arePeoples, "names a move that was no person's");
  return marks;
}

/** @param {Fields} fields @param {Player[]} players @param {State} state */
function readTakeovers(fields, players, state) {
  const cursor = fields.get("takeovers");
  if (!cursor) return [];
  const found = cursor.items({ atMost: players.length }).map((item) => readTakeover(item, state));
  cursor.require(
    found.every((one, i) => i === 0 || isAfter(one, found[i - 1])),
    "is not in ascending order",
  );
  const seats = found.map(([, seat]) => seat);
  const isTaken = new Set(seats).size === seats.length && seats.every((seat) => players[seat].bot === null);
  cursor.require(isTaken, "names a seat that was no person's");
  return found;
}

/** @param {Cursor} cursor @param {State} state @returns {[number, number, string]} */
function readTakeover(cursor, { moves, deal }) {
  const [count, seat, bot] = cursor.items({ exactly: 3 });
  return [count.number(0, moves.length), seat.number(0, deal.players - 1), bot.text(40)];
}

/** @param {[number, number, string]} one @param {[number, number, string]} before */
function isAfter(one, before) {
  for (const [i, part] of one.entries()) if (part !== before[i]) return part > before[i];
  return true;
}

/** Seals of the games before that do not fit their seeds. @param {import("./deal.js").Fork | null} fork */
async function wrongSeals(fork) {
  const wrong = [];
  for (const [i, { seed, commitment }] of (fork?.seals ?? []).entries())
    if ((await commitmentOf(String(seed))) !== commitment)
      wrong.push(`fork.seals[${i}].commitment is not the SHA-256 of the seed`);
  return wrong;
}

/** @param {GameRecord} record */
async function sealDisagreements({ seal, deal, fork }) {
  if (!seal?.seed) return [];
  if ((await commitmentOf(seal.seed)) !== seal.commitment)
    return ["commitment is not the SHA-256 of the seed"];
  const unsealed = await wrongSeals(fork);
  if (unsealed.length) return unsealed;
  const fair = await dealOf(seal, fork, deal.variants);
  const names = /** @type {(keyof typeof fair)[]} */ (DEALT);
  return names
    .filter((name) => JSON.stringify(deal[name]) !== JSON.stringify(fair[name]))
    .map((name) => `${name} is not what the seed deals`);
}

/** What follows from setup and moves. @param {GameRecord} record @returns {Map<string, Json>} */
function derived({ state }) {
  /** @type {Record<string, unknown>} */
  const right = { awards: state.awards };
  if (isOver(state)) {
    right.scores = scoresOf(state.set, state.deal.objectives, state.planets, state.awards);
    right.winners = winnersOf(/** @type {import("./score.js").Score[]} */ (right.scores));
  }
  return /** @type {Map<string, Json>} */ (asDocument(right));
}

/** A plain value as a document has it. @param {unknown} value @returns {Json} */
function asDocument(value) {
  if (Array.isArray(value)) return value.map(asDocument);
  if (value === null || typeof value !== "object") return /** @type {Json} */ (value);
  return new Map(Object.entries(value).map(([key, item]) => [key, asDocument(item)]));
}

/** @param {Fields} fields @param {GameRecord} record */
function derivedDisagreements(fields, record) {
  const right = derived(record);
  return DERIVED.flatMap((name) => {
    const said = fields.get(name);
    if (said && right.has(name)) return differences(name, said.value, right.get(name) ?? null);
    if (said) return [`${name}: the game is not finished, so there are none yet`];
    return right.has(name) ? [`${name}: missing`] : [];
  });
}

/**
 * Where two values differ, deepest first named.
 * @param {string} path
 * @param {Json} said
 * @param {Json} right
 * @returns {string[]}
 */
function differences(path, said, right) {
  if (
    right instanceof Map &&
    said instanceof Map &&
    isSame([...right.keys()].sort(), [...said.keys()].sort())
  ) {
    return Array.from(right).flatMap(([key, item]) => differences(`${path}.${key}`, said.get(key), item));
  }
  if (Array.isArray(right) && Array.isArray(said) && said.length === right.length) {
    return right.flatMap((item, i) => differences(`${path}[${i}]`, said[i], item));
  }
  if (isSame(said, right)) return [];
  return [`${path}: the record says ${brief(said)}, the rules say ${brief(right)}`];
}

/** @param {Json} value */
function brief(value) {
  const letters = Array.from(written(value));
  return letters.length <= 60 ? letters.join("") : `${letters.slice(0, 57).join("")}...`;
}
