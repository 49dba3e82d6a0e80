/**
 * What chance decided, worked out again in the reader's own browser: from the seed, whose seal was published before
 * anyone sat down, and everybody's nonces. The procedure is that of docs/record.md.
 */

import { ANIMALS, HABITATS, TILE_COUNT } from "../generated/facts.js";
import { columnSizes, hasObjectives } from "./variants.js";

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
  const draw = await words(fromHex(seed), nonces);
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
 * The stream of 32-bit words that chance is drawn from.
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {string[]} nonces
 * @returns {Promise<() => Promise<number>>}
 */
async function words(seed, nonces) {
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let block = 0;
  /** @type {number[]} */
  let waiting = [];
  return async () => {
    if (waiting.length === 0) {
      const text = new TextEncoder().encode(`planet-deal/1:${nonces.join(",")}:${block++}`);
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
