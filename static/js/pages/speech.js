/** Waves and words in the room: over the planet of who sent them, and said aloud for screen readers. */

import { t } from "../texts/catalogue.js";
import { wordsOf } from "../ui/phrases.js";
import { toast } from "../ui/toast.js";

const SPEECH_MS = 6000;
const HELLO_MS = 2300;
/** @param {number | null} seat */
const planetOf = (seat) => document.querySelector(`[data-seat="${seat}"] .seat-planet`);

/** What is over each planet now. @type {Map<number | null, HTMLElement>} */
const overPlanets = new Map();

/** @param {number | null} seat @param {HTMLElement} shown @param {number} ms */
function showFor(seat, shown, ms) {
  overPlanets.get(seat)?.remove();
  overPlanets.set(seat, shown);
  planetOf(seat)?.append(shown);
  setTimeout(() => {
    shown.remove();
    if (overPlanets.get(seat) === shown) overPlanets.delete(seat);
  }, ms);
}

// Seats that are drawn anew, since somebody came or sat down, know nothing of it.
document.addEventListener("htmx:after:swap", () => {
  for (const [seat, shown] of overPlanets) if (!shown.isConnected) planetOf(seat)?.append(shown);
});

/** @param {{seat: number | null, name: string, text: string, phrase?: string | null}} said */
export function showSpeech(said) {
  const { seat, name } = said;
  const text = wordsOf(said);
  if (!planetOf(seat)) {
    toast(t("room.said", { name, text }));
    return;
  }
  const bubble = document.createElement("p");
  bubble.className = "speech";
  bubble.textContent = text;
  showFor(seat, bubble, SPEECH_MS);
  announce(t("room.said", { name, text }));
}

/** The animal that brings a reaction is the one on its button. @param {number | null} seat @param {string} name @param {string} reaction */
export function showHello(seat, name, reaction) {
  const button = document.querySelector(`[data-react="${reaction}"] .animal`);
  const said = t("room.waved", { name, reaction: t(`reactions.${reaction}`) });
  const hello = button?.cloneNode(true);
  if (!planetOf(seat) || !(hello instanceof HTMLElement)) {
    toast(said);
    return;
  }
  hello.classList.add("hello");
  showFor(seat, hello, HELLO_MS);
  announce(said);
}

/** @param {string} text */
function announce(text) {
  const place = document.getElementById("announcer");
  if (place) place.textContent = text;
}
