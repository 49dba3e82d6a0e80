/** Words marked in a text, whatever accents and capitals they are written with. */

/** Letters that no accent can be taken from. @type {Record<string, string>} */
const BARE = { ł: "l", ø: "o", ß: "s", œ: "o", æ: "a" };

/** One letter without accent and capital; always one, so that places in the text stay places. @param {string} letter */
function bare(letter) {
  const low = letter.toLowerCase().normalize("NFD").slice(0, 1);
  return BARE[low] ?? low;
}

/** The text without accents and capitals, letter by letter. @param {string | null} text */
export const plain = (text) => (text ?? "").split("").map(bare).join("");

/**
 * Where the words stand in a text: from and to, in order, never one over the other.
 * @param {string} text
 * @param {string[]} words  plain
 * @returns {[number, number][]}
 */
function placesOf(text, words) {
  const searched = plain(text);
  /** @type {[number, number][]} */
  const places = [];
  for (const word of words) {
    for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + word.length))
      places.push([at, at + word.length]);
  }
  places.sort(([a, b], [c, d]) => a - c || d - b);
  return places.filter(([from], i) => places.slice(0, i).every(([, to]) => from >= to));
}

/** @param {Element} place @param {string[]} words */
export function markWords(place, words) {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const text of texts) {
    for (const [from, to] of placesOf(text.data, words).reverse()) {
      const rest = text.splitText(from);
      rest.splitText(to - from);
      const mark = document.createElement("mark");
      rest.replaceWith(mark);
      mark.append(rest);
    }
  }
}

/** @param {Element} place */
export function unmark(place) {
  for (const mark of place.querySelectorAll("mark")) {
    const around = mark.parentNode;
    mark.replaceWith(...mark.childNodes);
    around?.normalize();
  }
}
