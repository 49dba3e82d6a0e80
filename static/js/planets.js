/**
 * When planets may come to a page, and how. Three and their own modules are many and heavy: a page knows their
 * addresses and fetches none of them before somebody can and wants to see a planet, and then all side by side.
 */

const SOFTWARE = /swiftshader|llvmpipe|software/i;
const IDLE_BY_MS = 2000;
const ON_SCREEN_BY_MS = 3000;

/** Whether this browser knows WebGL at all. */
export function canShowGlobes() {
  return typeof WebGL2RenderingContext !== "undefined";
}

/** Whether a graphics card draws. To ask costs a tenth of a second where none does, so a visit asks once. */
export function hasGraphicsCard() {
  try {
    const known = sessionStorage.getItem("graphics") ?? (findGraphicsCard() ? "card" : "none");
    sessionStorage.setItem("graphics", known);
    return known === "card";
  } catch {
    // Storage can be forbidden.
    return findGraphicsCard();
  }
}

function findGraphicsCard() {
  const gl = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const names = gl.getExtension("WEBGL_debug_renderer_info");
  const renderer = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return !SOFTWARE.test(renderer);
}

/** Resolves when the page has nothing better to do. @returns {Promise<void>} */
export function idle() {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: IDLE_BY_MS });
    else setTimeout(resolve, 300);
  });
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

/** The planets' modules, and three among them. */
export async function fetchPlanets() {
  const { planets } = document.documentElement.dataset;
  for (const address of planets?.split(" ") ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = address;
    document.head.append(link);
  }
  delete document.documentElement.dataset.planets;
  return import("./planet/mount.js");
}
