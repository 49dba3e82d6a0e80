/** Sentences made of several parts: names, lists of faces, habitats, animals. All words come from the catalogue. */

import { HABITATS } from "../rules/planet.js";
import { lang, t } from "../texts.js";
import { h } from "./dom.js";

/** @typedef {import("../state.js").TableState} TableState */

const ANIMALS = Object.fromEntries(
  `O# clownfish O+F otter O+D turtle O+M puffin O+G walrus O-F octopus O-D whale O-M dolphin O-G seahorse
   F# panda F+O tiger F+D giraffe F+M bear F+G fox F-O squirrel F-D frog F-M toucan F-G sloth
   D# lizard D+O crab D+F lion D+M elephant D+G saiga D-O fennec D-F viper D-M meerkat D-G camel
   M# llama M+O falcon M+F owl M+D condor M+G yak M-O ibex M-F eagle M-D snow_leopard M-G chinchilla
   G# penguin G+O seal G+F lynx G+D hare G+M ermine G-O muskox G-F snowy_owl G-D reindeer G-M polar_bear`
    .trim()
    .split(/\s+/)
    .map((word, i, all) => (i % 2 ? [all[i - 1], word] : ["", ""])),
);
delete ANIMALS[""];

const lists = new Intl.ListFormat(lang === "en" ? "en-GB" : lang, { type: "conjunction" });

/** @param {string} requirement  as `F#` */
export const animalKey = (requirement) => ANIMALS[requirement];

/** @param {string} requirement */
export const animalName = (requirement) => t(`animals.${animalKey(requirement)}`);

/** @param {string} habitat */
export const habitatName = (habitat) => t(`habitats.${habitat}`);

/** "1, 10 and 11" @param {(string | number)[]} items */
export const listed = (items) => lists.format(items.map(String));

/** What an animal asks for, in words. @param {string} requirement */
export function wishText(requirement) {
  const [habitat, kind, other] = requirement;
  const key = kind === "#" ? "most" : kind === "+" ? "touching" : "not_touching";
  return t(`table.wish_${key}`, { habitat: habitatName(habitat), other: other ? habitatName(other) : "" });
}

/**
 * @param {TableState} state
 * @param {number} seat
 */
export function nameOf(state, seat) {
  return state.room?.seats.find((one) => one.seat === seat)?.name ?? t("table.seat", { seat: seat + 1 });
}

/**
 * Short enough for a lane: "Comet" for "Quiet Comet", while nobody else at the table is called so.
 * @param {TableState} state
 * @param {number} seat
 */
export function shortName(state, seat) {
  const last = (/** @type {string} */ name) => name.match(/\S+(?: \d+)?$/)?.[0] ?? name;
  const name = nameOf(state, seat);
  const others = state.room?.seats.filter((one) => one.seat !== seat && one.name) ?? [];
  return others.some((one) => last(one.name ?? "") === last(name)) ? name : last(name);
}

/**
 * The sentence for this seat: in the second person when it is mine.
 * @param {TableState} state
 * @param {string} key
 * @param {number} seat
 * @param {Record<string, string | number>} [rest]
 */
export function about(state, key, seat, rest = {}) {
  if (seat === state.me) return t(`${key}_you`, rest);
  return t(key, { name: nameOf(state, seat), ...rest });
}

/** A sentence whose *starred* parts are strong. @param {string} text */
export function rich(text) {
  return text.split("*").map((part, i) => (i % 2 ? h("b", null, part) : part));
}

/** How many areas of each habitat a face holds: "forest 3, ocean 2". @param {string} letters */
export function habitatCounts(letters) {
  const counted = [...HABITATS].map((habitat) => [habitat, letters.split(habitat).length - 1]);
  const found = counted.filter(([, count]) => Number(count) > 0).sort((a, b) => Number(b[1]) - Number(a[1]));
  return found
    .map(([habitat, count]) => t("net.count", { habitat: habitatName(String(habitat)), number: count }))
    .join(", ");
}

/** "0:36" or "12 min". @param {number} ms */
export function span(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 6000) return t("table.hours", { count: Math.round(seconds / 3600) });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
