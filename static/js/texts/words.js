/** Sentences made of several parts: names, lists of faces, habitats, animals. All words come from the catalogue. */

import { ANIMALS, HABITATS } from "../generated/facts.js";
import { commas, isolated, t } from "./catalogue.js";

/** @typedef {import("../state/table.js").TableState} TableState */

/** @param {string} requirement  as `F#` */
export const animalKey = (requirement) => ANIMALS[requirement];

/** @param {string} requirement */
export const animalName = (requirement) => t(`animals.${animalKey(requirement)}`);

/** @param {string} habitat */
export const habitatName = (habitat) => t(`habitats.${habitat}`);

/** The same for a sentence that may need another form of it. @param {string} requirement */
export const animalNoun = (requirement) => ({ noun: `animals.${animalKey(requirement)}` });

/** @param {string} habitat */
export const habitatNoun = (habitat) => ({ noun: `habitats.${habitat}` });

/** What an animal asks for, in words. @param {string} requirement */
export function wishText(requirement) {
  const [habitat, kind, other] = requirement;
  const key = kind === "#" ? "most" : kind === "+" ? "touching" : "not_touching";
  return t(`table.wish_${key}`, { habitat: habitatNoun(habitat), other: habitatNoun(other ?? habitat) });
}

/**
 * @param {TableState} state
 * @param {number} seat
 */
export function nameOf(state, seat) {
  const name = called(state.room?.seats.find((one) => one.seat === seat));
  return name ? isolated(name) : t("table.seat", { seat: seat + 1 });
}

/**
 * A bot by its name in the reader's language, its number kept; it may have its seat from a person, and then bears that
 * one's name.
 * @param {{bot: string | null, name: string | null} | undefined} seat
 */
export function called(seat) {
  const own = new RegExp(`^${seat?.bot}(?= \\d+$|$)`, "i");
  return seat?.bot ? seat.name?.replace(own, t(`bots.${seat.bot}`)) : seat?.name;
}

/**
 * Short enough for a lane: "Comet" for "Quiet Comet", while nobody else at the table is called so.
 * @param {TableState} state
 * @param {number} seat
 */
export function shortName(state, seat) {
  const last = (/** @type {string} */ name) => name.match(/\S+(?: \d+)?$/)?.[0] ?? name;
  const name = called(state.room?.seats.find((one) => one.seat === seat));
  if (!name) return nameOf(state, seat);
  const others = state.room?.seats.filter((one) => one.seat !== seat).map(called) ?? [];
  return isolated(others.some((other) => last(other ?? "") === last(name)) ? name : last(name));
}

/**
 * The sentence for this seat: in the second person when it is mine.
 * @param {TableState} state
 * @param {string} key
 * @param {number} seat
 * @param {import("./catalogue.js").Arguments} [rest]
 */
export function about(state, key, seat, rest = {}) {
  if (seat === state.me) return t(`${key}_you`, rest);
  return t(key, { name: nameOf(state, seat), ...rest });
}

/** How many areas of each habitat a face holds: "forest 3, ocean 2". @param {string} letters */
export function habitatCounts(letters) {
  const counted = [...HABITATS].map((habitat) => [habitat, letters.split(habitat).length - 1]);
  const found = counted.filter(([, count]) => Number(count) > 0).sort((a, b) => Number(b[1]) - Number(a[1]));
  return commas(
    found.map(([habitat, count]) => t("net.count", { habitat: habitatNoun(String(habitat)), number: count })),
  );
}

/** Which habitats lie across which faces. @param {Map<string, number[]>} found */
export const aroundText = (found) =>
  t("net.around", {
    list: commas([...found].map(([habitat, faces]) => t("net.on", { habitat: habitatNoun(habitat), faces }))),
  });

/**
 * The habitats of a tile in their order, clockwise, with the slots that each run of one takes.
 * @param {string} letters
 * @param {number} turn
 */
export function runsOf(letters, turn) {
  const at = (/** @type {number} */ slot) => letters[(slot - turn + 10) % 5];
  const start = Math.max(
    0,
    [0, 1, 2, 3, 4].findIndex((slot) => at(slot) !== at(slot - 1)),
  );
  /** @type {{habitat: string, slots: number[]}[]} */
  const runs = [];
  for (let slot = start; slot < start + 5; slot++) {
    if (runs.at(-1)?.habitat !== at(slot)) runs.push({ habitat: at(slot), slots: [] });
    runs.at(-1)?.slots.push(slot % 5);
  }
  return runs;
}

/** A tile in words: "forest 2, ocean 1, forest 1, desert 1". @param {string} letters @param {number} turn */
export const tileText = (letters, turn) =>
  commas(
    runsOf(letters, turn).map(({ habitat, slots }) =>
      t("net.count", { habitat: habitatNoun(habitat), number: slots.length }),
    ),
  );

/** "0:36", "5 h" or "7 d": written so that it stands in any case. @param {number} ms */
export function span(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 48 * 3600) return t("table.days", { count: Math.round(seconds / 86_400) });
  if (seconds >= 6000) return t("table.hours", { count: Math.round(seconds / 3600) });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The tab's title: a mark when it is my move. @param {TableState} state */
export function titleOf(state) {
  const room = state.room?.name ?? t("table.name");
  if (state.view?.over) return t("table.title_over", { room });
  const isMine = state.view !== null && state.me !== null && state.view.due === state.me;
  return isMine ? `● ${t("table.title_mine", { room })}` : t("table.title", { room });
}
