/** What everybody has at the end, and who has won. The same as app/rules/scoring.py. */

import { countAreas } from "./planet.js";

/** @typedef {{round: number, animal: string, seat: number | null, claims: number[][]}} Award */
/** @typedef {{seat: number, objective: string | null, areas: number | null, objective_points: number, animals: number, animal_points: number, total: number}} Score */

/**
 * @param {{thresholds: Record<string, number[][]>}} set
 * @param {string[] | null} objectives
 * @param {string[]} planets
 * @param {Award[]} awards
 * @returns {Score[]}
 */
export function scoresOf(set, objectives, planets, awards) {
  return planets.map((planet, seat) => {
    const won = awards.filter((award) => award.seat === seat).map(({ animal }) => animal);
    const objective = objectives?.[seat] ?? null;
    const areas = objective === null ? null : countAreas(planet, objective);
    const forObjective = objective === null ? 0 : tierPoints(set.thresholds[objective], areas ?? 0);
    const worth = (/** @type {string} */ animal) => (objective !== null && animal[0] !== objective ? 2 : 1);
    const forAnimals = won.reduce((sum, animal) => sum + worth(animal), 0);
    return {
      seat,
      objective,
      areas,
      objective_points: forObjective,
      animals: won.length,
      animal_points: forAnimals,
      total: forObjective + forAnimals,
    };
  });
}

/** The points of the best tier reached. @param {number[][]} tiers @param {number} areas */
const tierPoints = (tiers, areas) =>
  Math.max(0, ...tiers.filter(([needed]) => areas >= needed).map(([, points]) => points));

/** The highest total wins; among equals those with most animals; still equal, they share. @param {Score[]} scores */
export function winnersOf(scores) {
  const rank = (/** @type {Score} */ { total, animals }) => 100 * total + animals;
  const best = Math.max(...scores.map(rank));
  return scores.filter((score) => rank(score) === best).map(({ seat }) => seat);
}
