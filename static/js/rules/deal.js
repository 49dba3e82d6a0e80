/**
 * The deal checked in the reader's own browser: the seed fits the seal published before anyone sat down, and the
 * seed with everybody's nonces gives exactly this deal. The procedure is that of docs/record.md.
 */

import { ANIMALS, COLUMN_SIZES, HABITATS, VARIANTS } from "../generated/facts.js";

const WORD = 2 ** 32;

/** @typedef {{seed: string, commitment: string, nonces: string[], players: unknown[], variants: string[], tiles: string[], order: number[], animals: string[][], objectives: string[] | null, first: number}} DealtRecord */

/** All requirements, in their order. */
const REQUIREMENTS = Object.keys(ANIMALS);

/**
 * @param {DealtRecord} record
 * @returns {Promise<boolean>}
 */
export async function isDealFair(record) {
  const seed = fromHex(record.seed);
  const seal = toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", seed)));
  if (seal !== record.commitment) return false;
  const deal = await dealFrom(seed, record);
  const dealt = {
    order: record.order,
    animals: record.animals,
    objectives: record.objectives,
    first: record.first,
  };
  return JSON.stringify(deal) === JSON.stringify(dealt);
}

/**
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {Pick<DealtRecord, "nonces" | "players" | "variants" | "tiles">} game
 */
export async function dealFrom(seed, { nonces, players, variants, tiles }) {
  const draw = await words(seed, nonces);
  const order = await shuffle(draw, [...tiles.keys()]);
  const cards = await shuffle(draw, REQUIREMENTS);
  const habitats = await shuffle(draw, [...HABITATS]);
  const first = await uniform(draw, players.length);
  const chosen = variants.map((name) => VARIANTS[name]);
  const sizes = chosen.findLast(({ columns }) => columns)?.columns ?? COLUMN_SIZES;
  const animals = sizes.map((size) => cards.splice(0, size));
  const objectives = chosen.every(({ hasObjectives }) => hasObjectives)
    ? habitats.slice(0, players.length)
    : null;
  return { order, animals, objectives, first };
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
