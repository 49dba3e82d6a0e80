/** The one funnel for changes, one redraw a frame, and what the browser remembers between visits. */

/** @typedef {import("../state.js").TableState} TableState */

/**
 * @param {TableState} first
 * @param {(state: TableState) => void} draw
 */
export function openStore(first, draw) {
  let state = first;
  let isDue = false;

  const redraw = () => {
    isDue = false;
    draw(state);
  };

  return {
    get: () => state,
    /** @param {(state: TableState) => TableState} change */
    update(change) {
      const next = change(state);
      if (next === state) return;
      state = next;
      this.draw();
    },
    draw() {
      if (isDue) return;
      isDue = true;
      // A hidden page draws no frames, but its title and announcements still change.
      if (document.hidden) setTimeout(redraw);
      else requestAnimationFrame(redraw);
    },
  };
}

/** @typedef {ReturnType<typeof openStore>} Store */

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function remembered(key, otherwise) {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage can be full or forbidden; the choice then lasts as long as the page.
  }
}
