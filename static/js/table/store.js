/** The one funnel for changes, and one redraw a frame. */

/** @typedef {import("../state/table.js").TableState} TableState */

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
