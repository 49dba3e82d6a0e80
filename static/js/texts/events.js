/** What happened, in one sentence each: a move, an award, a change of a seat. */

import { LAST_ROUND } from "../generated/facts.js";
import { decidingEntries } from "../rules/races.js";
import { t } from "./catalogue.js";
import { BY_ENTRY } from "./races.js";
import { about, animalNoun, shortName } from "./words.js";

/** @typedef {import("../rules/view.js").Move} Move */
/** @typedef {import("../state/table.js").TableState} TableState */

/**
 * @param {TableState} state
 * @param {Move} move
 */
export function moveText(state, move) {
  const key = move.by === "caretaker" ? "log.caretaker_placed" : move.planned ? "log.planned" : "log.placed";
  return about(state, key, move.seat, { name: shortName(state, move.seat), face: move.face });
}

/**
 * @param {TableState} state
 * @param {import("../rules/view.js").Award} award
 */
export function awardText(state, award) {
  const { animal: card, seat, claims, round } = award;
  const name = animalNoun(card);
  if (seat !== null) {
    const [number, second = 0, third = 0] = decidingEntries(award)[seat];
    const words = { animal: name, name: shortName(state, seat), number, second, third };
    return about(state, `log.chose_with${BY_ENTRY[decidingEntries(award)[seat].length - 1]}`, seat, words);
  }
  if (round === LAST_ROUND) return t("log.to_box", { animal: name });
  const isWanted = claims.some((claim) => (claim[0] ?? 0) > 0);
  return t(isWanted ? "log.tied_moves" : "log.nobody_moves", { animal: name, round: round + 1 });
}

/**
 * @param {TableState} state
 * @param {{seat: number, bot: string | null, hint?: boolean, rest?: boolean}} event
 */
export function seatText(state, { seat, bot, hint, rest }) {
  if (hint || rest) return about(state, hint ? "log.hint" : "log.rest", seat);
  if (bot) return about(state, "log.bot_sits", seat, { bot: { noun: `bots.${bot}` } });
  return about(state, "log.back_in_seat", seat);
}
