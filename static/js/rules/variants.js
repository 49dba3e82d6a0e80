/** What the variants of a game change, as app/rules/variants.py has it. */

import { COLUMN_SIZES, VARIANTS } from "../generated/facts.js";

/** @param {string[]} names */
const chosen = (names) => names.map((name) => VARIANTS[name]).filter(Boolean);

/** How many cards each column is dealt; of two variants that change it the later one says. @param {string[]} names */
export const columnSizes = (names) =>
  chosen(names).findLast(({ columns }) => columns)?.columns ?? COLUMN_SIZES;

/** @param {string[]} names */
export const hasObjectives = (names) => chosen(names).every((variant) => variant.hasObjectives);

/** @param {string[]} names */
export const hidesSecondCards = (names) => chosen(names).some((variant) => variant.hidesSecondCards);
