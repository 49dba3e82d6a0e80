/** The awards of a round, told one after the other by their cards. */

/** @typedef {import("../rules/view.js").Award} Award */
/** @typedef {import("./table.js").Ceremony} Ceremony */
/** @typedef {import("./table.js").TableState} TableState */

/**
 * The animals of a round go to who has won them, one after the other: a claim more is counted, or the next card comes.
 * @param {TableState} state
 * @returns {TableState}
 */
export function nextInCeremony(state) {
  const { ceremony } = state;
  if (!ceremony) return state;
  const { cards, card, step } = ceremony;
  if (!isDecided(ceremony)) return { ...state, ceremony: { cards, card, step: step + 1 } };
  return card + 1 === cards.length
    ? endCeremony(state)
    : { ...state, ceremony: { cards, card: card + 1, step: 0 } };
}

/** Whether every claim on the card has been counted and told. @param {Ceremony} ceremony */
export const isDecided = ({ cards, card, step }) => step > cards[card].claims.length;

/** @param {TableState} state @returns {TableState} */
export const endCeremony = (state) => ({ ...state, ceremony: null });

/** The awards that no card has told yet: always the last ones of the game. @param {TableState} state @returns {Award[]} */
export const untoldAwards = ({ ceremony }) =>
  ceremony?.cards.slice(ceremony.card + Number(isDecided(ceremony))) ?? [];
