/** My secret habitat: how many areas of it my planet has, the tiers, and what the held tile would add. */

import { countAreas, lay } from "../rules/planet.js";
import { isMineInFront, viewOnShow } from "../state/looking.js";
import { placementTried } from "../state/trying.js";
import { t } from "../texts/catalogue.js";
import { habitatName, habitatNoun } from "../texts/words.js";
import { ask } from "../ui/ask.js";
import { h } from "../ui/dom.js";
import { habitatDisc, icon } from "../ui/signs.js";

/** @typedef {import("../state/table.js").TableState} TableState */

/** @param {TableState} state */
export function objectivePanel(state) {
  const view = viewOnShow(state);
  const seat = state.me ?? state.eye;
  if (!view || seat === null || !view.objective || view.over) return null;
  const habitat = view.objective;
  const now = countAreas(view.planets[seat], habitat);
  const then = countIf(state, view, habitat) ?? now;
  const tiers = view.thresholds[habitat];
  return h(
    "section",
    { class: "objective card", "data-habitat": habitat, "aria-labelledby": "objective-title" },
    h(
      "div",
      { class: "objective-head" },
      habitatDisc(habitat),
      h("h2", { id: "objective-title" }, habitatName(habitat)),
      state.isReplay
        ? null
        : h("span", { class: "only-you" }, icon("lock"), h("span", null, t("objective.only_you"))),
      h("span", { class: "objective-count" }, counts(now, then)),
      h("span", { class: "objective-tier" }, tierText(tiers, then)),
      ask("tiers"),
    ),
    bar(tiers, now, then),
    h("p", { class: "unseen" }, toldText(habitat, tiers, now)),
  );
}

/** The same in one line, on the planet's shoulder, where a phone has no room for more. @param {TableState} state */
export function objectiveChip(state) {
  const view = viewOnShow(state);
  if (!view || state.me === null || !view.objective || view.over || !isMineInFront(state)) return null;
  const habitat = view.objective;
  const now = countAreas(view.planets[state.me], habitat);
  const then = countIf(state, view, habitat) ?? now;
  return h(
    "p",
    { class: "objective-chip chip", "data-habitat": habitat },
    habitatDisc(habitat),
    h("span", { class: "unseen" }, t("objective.chip", { habitat: habitatNoun(habitat) })),
    h("span", { class: "objective-count" }, counts(now, then)),
    h("span", { class: "objective-tier" }, tierText(view.thresholds[habitat], then)),
  );
}

/**
 * @param {TableState} state
 * @param {import("../rules/view.js").View} view
 * @param {string} habitat
 */
function countIf(state, view, habitat) {
  const tried = placementTried(state);
  if (!tried || state.me === null) return null;
  return countAreas(lay(view.planets[state.me], view.tiles[tried.tile], tried.face, tried.turn), habitat);
}

/**
 * @param {number} now
 * @param {number} then
 */
function counts(now, then) {
  return then === now ? String(now) : [`${now} `, h("b", { class: "would-be" }, `→ ${then}`)];
}

/**
 * @param {[number, number][]} tiers
 * @param {number} count
 */
function reached(tiers, count) {
  return tiers.filter(([areas]) => count >= areas).at(-1)?.[1] ?? 0;
}

/**
 * @param {[number, number][]} tiers
 * @param {number} count
 */
function tierText(tiers, count) {
  const points = reached(tiers, count);
  return points > 0 ? `+${points}` : "";
}

/**
 * @param {string} letter
 * @param {[number, number][]} tiers
 * @param {number} now
 */
function toldText(letter, tiers, now) {
  const next = tiers.find(([areas]) => now < areas);
  const words = { habitat: habitatNoun(letter), areas: { noun: "counted.areas", count: now } };
  if (!next) return t("objective.told_all", words);
  const points = { noun: "counted.points", count: next[1] };
  return t("objective.told", { ...words, count: next[0] - now, points });
}

/**
 * @param {[number, number][]} tiers
 * @param {number} now
 * @param {number} then
 */
function bar(tiers, now, then) {
  const most = (tiers.at(-1)?.[0] ?? 25) + 2;
  const share = (/** @type {number} */ count) => `${Math.min(100, (100 * count) / most)}%`;
  return h(
    "div",
    { class: "tiers", "aria-hidden": "true" },
    h("span", { class: "tiers-would", style: { "inline-size": share(Math.max(now, then)) } }),
    h("span", { class: "tiers-now", style: { "inline-size": share(Math.min(now, then)) } }),
    tiers.map(([areas, points]) =>
      h(
        "span",
        {
          class: `tier ${then >= areas ? (now >= areas ? "is-reached" : "is-new") : ""}`,
          style: { "inset-inline-start": share(areas) },
        },
        h("b", null, `+${points}`),
        h("i", null, String(areas)),
      ),
    ),
  );
}
