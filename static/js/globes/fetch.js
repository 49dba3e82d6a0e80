/**
 * Whether planets can come to a page, and how. Three and their own modules are many and heavy: a page knows their
 * addresses and fetches none of them before somebody can and wants to see a planet, and then all side by side.
 */

const SOFTWARE = /swiftshader|llvmpipe|software/i;

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

/** The planets' modules and three, side by side: a browser would find out about three only from them. */
export async function fetchPlanets() {
  const { three } = document.documentElement.dataset;
  for (const address of three?.split(" ") ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = address;
    document.head.append(link);
  }
  delete document.documentElement.dataset.three;
  return import("../planet/mount.js");
}
