/** Records that a reader brings along: dropped on the page, chosen, or pasted. One, or many, each in a line of its own. */

/** Where a record waits while the page changes or is loaded again. */
const KEPT = "record";
const MOST_MB = 20;
export const MOST_BYTES = MOST_MB * 1024 * 1024;

/**
 * The records of a text: the whole of it, or each line of JSON Lines.
 * @param {string} text
 * @returns {string[]}
 */
export function recordsIn(text) {
  const lines = text.split(/\r?\n/).filter((line) => line.trim());
  const isLines = lines.length > 1 && /^\s*\{.*\}\s*$/.test(lines[0]);
  return isLines ? lines : [text];
}

/** @typedef {{seats: {name: string, points: number | null}[], isFork: boolean}} Brief */

/**
 * Who played and how it came out, as a line of many says it; null where it cannot be read.
 * @param {string} text
 * @returns {Brief | null}
 */
export function briefOf(text) {
  try {
    const { players, scores, fork } = JSON.parse(text);
    const points = (/** @type {number} */ seat) =>
      Number.isInteger(scores?.[seat]?.total) ? scores[seat].total : null;
    const seats = players.map((/** @type {{name: unknown}} */ { name }, /** @type {number} */ seat) => ({
      name: String(name),
      points: points(seat),
    }));
    return { seats, isFork: Boolean(fork) };
  } catch {
    return null;
  }
}

/**
 * Hears of files and texts that are brought to the page; null for a file that is too large.
 * @param {(text: string | null) => void} take
 */
export function takeRecords(take) {
  const read = async (/** @type {File | undefined} */ file) =>
    file && take(file.size > MOST_BYTES ? null : await file.text());
  const over = (/** @type {boolean} */ isOver) => document.body.classList.toggle("is-dropping", isOver);
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.some((type) => type.toLowerCase() === "files")) return;
    event.preventDefault();
    over(true);
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) over(false);
  });
  document.addEventListener("drop", (event) => {
    over(false);
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    void read(event.dataTransfer.files[0]);
  });
  document.addEventListener("paste", (event) => {
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea");
    const text = event.clipboardData?.getData("text") ?? "";
    if (isTyping || !text.trim().startsWith("{")) return;
    event.preventDefault();
    take(text);
  });
  return { read };
}

/** For a reload, and for the way to the page that shows it. @param {string} text */
export function keepRecord(text) {
  try {
    sessionStorage.setItem(KEPT, text);
  } catch {
    sessionStorage.removeItem(KEPT); // too large: it then lasts as long as the page
  }
}

export const keptRecord = () => sessionStorage.getItem(KEPT);
