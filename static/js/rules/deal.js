/**
 * What chance decided, worked out again in the reader's own browser: from the seed, whose seal was published before
 * anyone sat down, and everybody's nonces. The procedure is that of docs/record.md.
 */

import {
  ANIMALS,
  DEALT_PILES,
  FIRST_COLUMN,
  HABITATS,
  TILE_COUNT,
  TILES_A_ROUND,
  TURNED_UP_AHEAD,
} from "../generated/facts.js";
import { columnSizes, hasObjectives, hidesSecondCards } from "./variants.js";

/** @typedef {{first: number, order: number[], animals: string[][], objectives: string[] | null}} Dealt */
/** @typedef {{seed: string | null, commitment: string, nonces: string[]}} Seal */
/** What a game that goes on from another was dealt from: each seal from so many moves on. @typedef {{game: string, moves: number, coming: string, seals: (Seal & {moves: number})[]}} Fork */

const WORD = 2 ** 32;

/** All requirements, in their order. */
export const REQUIREMENTS = Object.keys(ANIMALS);

/** What is published before anybody sits down. @param {string} seed  in hex */
export async function commitmentOf(seed) {
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", fromHex(seed))));
}

/**
 * The one deal that a seed and the seats' nonces lead to.
 * @param {string} seed  in hex
 * @param {string[]} nonces
 * @param {string[]} variants
 */
export async function dealFrom(seed, nonces, variants) {
  const draw = await words(fromHex(seed), `planet-deal/1:${nonces.join(",")}`);
  const order = await shuffle(
    draw,
    Array.from({ length: TILE_COUNT }, (_, tile) => tile),
  );
  const cards = await shuffle(draw, REQUIREMENTS);
  const habitats = await shuffle(draw, [...HABITATS]);
  const first = await uniform(draw, nonces.length);
  const animals = columnSizes(variants).map((size) => cards.splice(0, size));
  const objectives = hasObjectives(variants) ? habitats.slice(0, nonces.length) : null;
  return { first, order, animals, objectives };
}

/**
 * The one deal that a seal leads to; of a fork with those before.
 * @param {Seal} seal
 * @param {Fork | null} fork
 * @param {string[]} variants
 * @returns {Promise<Dealt>}
 */
export async function dealOf(seal, fork, variants) {
  const [start, ...later] = fork?.seals ?? [{ moves: 0, ...seal }];
  if (fork?.coming === "other") later.push({ moves: fork.moves, ...seal });
  let deal = await dealFrom(String(start.seed), start.nonces, variants);
  for (const each of later) deal = await dealtAnew(deal, each, variants);
  return deal;
}

/**
 * Everything is drawn again that nobody had seen after so many moves: tiles that were to come, animals face down.
 * @param {Dealt} deal
 * @param {Seal & {moves: number}} seal
 * @param {string[]} variants
 * @returns {Promise<Dealt>}
 */
async function dealtAnew(deal, { moves, seed, nonces }, variants) {
  const draw = await words(fromHex(String(seed)), `planet-fork/1:${moves}:${nonces.join(",")}`);
  const round = Math.floor(moves / nonces.length) + 1;
  const drawn = TILES_A_ROUND * Math.min(round, DEALT_PILES);
  const order = [...deal.order.slice(0, drawn), ...(await shuffle(draw, deal.order.slice(drawn)))];
  const isHidden = (/** @type {number} */ column, /** @type {number} */ place) =>
    hidesSecondCards(variants) && place === 1 && FIRST_COLUMN + column >= round + TURNED_UP_AHEAD;
  const unseen = deal.animals.flatMap((cards, column) => cards.filter((_, place) => isHidden(column, place)));
  const known = deal.animals.flat();
  const pool = await shuffle(draw, [...unseen, ...REQUIREMENTS.filter((card) => !known.includes(card))]);
  const cardAt = (/** @type {string} */ card, /** @type {number} */ column, /** @type {number} */ place) =>
    isHidden(column, place) ? String(pool.shift()) : card;
  const animals = deal.animals.map((cards, column) =>
    cards.map((card, place) => cardAt(card, column, place)),
  );
  return { ...deal, order, animals };
}

/**
 * The stream of 32-bit words that chance is drawn from.
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {string} what  is drawn
 * @returns {Promise<() => Promise<number>>}
 */
async function words(seed, what) {
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let block = 0;
  /** @type {number[]} */
  let waiting = [];
  return async () => {
    if (waiting.length === 0) {
      const text = new TextEncoder().encode(`${what}:${block++}`);
      const bytes = new DataView(await crypto.subtle.sign("HMAC", key, text));
      waiting = Array.from({ length: 8 }, (_, i) => bytes.getUint32(4 * i));
    }
    return /** @type {number} */ (waiting.shift());
  };
}

/**
 * @param {() => Promise<number>} draw
 * @param {number} n
 */
async function uniform(draw, n) {
  for (;;) {
    const word = await draw();
    if (word < WORD - (WORD % n)) return word % n;
  }
}

/**
 * @template T
 * @param {() => Promise<number>} draw
 * @param {T[]} list
 * @returns {Promise<T[]>}
 */
async function shuffle(draw, list) {
  const mixed = [...list];
  for (let i = mixed.length - 1; i > 0; i--) {
    const other = await uniform(draw, i + 1);
    [mixed[i], mixed[other]] = [mixed[other], mixed[i]];
  }
  return mixed;
}

/** @param {string} hex */
function fromHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
