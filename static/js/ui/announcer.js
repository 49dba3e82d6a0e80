/** Says messages to a screen reader: several news together, and of answers to keys only the last. */

import { t } from "../texts/catalogue.js";

/** What comes within this time is said together. */
const GATHER_MS = 120;

/**
 * After an absence nobody wants to hear more than the last of it. But a round's end is heard as a whole: with quick bots
 * it can be eight moves, and three animals that find a home.
 */
const MOST_AT_ONCE = 11;

/**
 * Says messages to a screen reader. Of several answers to keys only the last is said; news never get lost by one, and
 * whose move it is comes after all the news.
 * @param {{textContent: string | null}} place  a live region
 */
export function makeAnnouncer(place) {
  /** @type {string[]} */
  let news = [];
  let answer = "";
  let isDue = false;

  function say() {
    const yours = t("table.your_move_told");
    const happened = news.filter((text) => text !== yours).slice(-MOST_AT_ONCE);
    const text = [...happened, news.includes(yours) ? yours : "", answer].filter(Boolean).join(" ");
    // The same words again are only heard if something changes.
    place.textContent = text === place.textContent ? `${text}\u00a0` : text;
    news = [];
    answer = "";
    isDue = false;
  }

  const soon = () => {
    if (!isDue) setTimeout(say, GATHER_MS);
    isDue = true;
  };
  return {
    /** @param {string[]} messages */
    tell(messages) {
      news.push(...messages);
      if (messages.length > 0) soon();
    },
    /** @param {string} text */
    answer(text) {
      answer = text;
      soon();
    },
  };
}
