/** A bit easier, a bit harder: the bots of a room one step down or up on their ladder. */

import { LADDER } from "../generated/facts.js";

/**
 * Who would sit where, of the bots that have such a step.
 * @param {{seat: number, bot: string | null}[]} seats
 * @param {number} step
 */
export function steppedBots(seats, step) {
  return seats.flatMap(({ seat, bot }) => {
    const at = LADDER.indexOf(bot ?? "");
    const level = at < 0 || step === 0 ? undefined : LADDER[at + step];
    return level === undefined ? [] : [{ seat, level }];
  });
}

/**
 * The seats of a room without stand-ins: bots who only played on for somebody leave with the game.
 * @template {{seat: number}} Seat
 * @param {{seats: Seat[], games: {id: string, bots: (string | null)[]}[]}} room
 * @param {string | null} game
 */
export function withoutStandIns({ seats, games }, game) {
  const began = games.find(({ id }) => id === game)?.bots ?? [];
  return seats.filter(({ seat }) => began[seat]);
}
