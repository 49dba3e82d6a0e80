/** When a page has time: nothing better to do, its main thing on the screen, its last change shown. */

const IDLE_BY_MS = 2000;
const ON_SCREEN_BY_MS = 3000;
const CALM_MS = 1000;

/** Resolves when the page has nothing better to do. @returns {Promise<void>} */
export function idle() {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: IDLE_BY_MS });
    else setTimeout(resolve, 300);
  });
}

/** Resolves a moment later, when the page has nothing better to do: whoever has just come, or is about to press, comes first. */
export async function calm() {
  await new Promise((resolve) => setTimeout(resolve, CALM_MS));
  await idle();
}

/**
 * Resolves when what bears `elementtiming` is on the screen, as far as this browser tells. Where no graphics card draws
 * that can take long, and what is asked of the graphics before then only makes it longer.
 * @returns {Promise<void>}
 */
export function onScreen() {
  return new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes("element")) return resolve();
    setTimeout(resolve, ON_SCREEN_BY_MS);
    new PerformanceObserver(() => resolve()).observe({ type: "element", buffered: true });
  });
}

/** Resolves when the page's last change is on its way to the screen; at once in a tab that nobody sees. */
export async function shown() {
  for (let frames = 0; frames < 2 && !document.hidden; frames++) await new Promise(requestAnimationFrame);
}
