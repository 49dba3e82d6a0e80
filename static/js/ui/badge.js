/** How many tables wait for me: on the app's icon, and before the page's title. */

const SIZE = 64;
const COUNTED = /^\(\d+\) /;

/** @param {number} count */
export function badge(count) {
  const device = /** @type {{setAppBadge?: (count: number) => Promise<void>}} */ (navigator);
  device.setAppBadge?.(count).catch(() => undefined);
}

/** @param {number} count */
export function showWaiting(count) {
  const title = document.title.replace(COUNTED, "");
  document.title = count ? `(${count}) ${title}` : title;
  badge(count);
  void markIcon(count > 0);
}

/** The icon of the tab bears a dot while a table waits. @param {boolean} isWaited */
async function markIcon(isWaited) {
  const link = document.querySelector('link[rel~="icon"]');
  if (!(link instanceof HTMLLinkElement) || isWaited === "plain" in link.dataset) return;
  if (!isWaited) {
    link.href = String(link.dataset.plain);
    delete link.dataset.plain;
    return;
  }
  link.dataset.plain = link.href;
  const picture = Object.assign(new Image(), { src: link.href });
  await picture.decode().catch(() => undefined);
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
  const pen = canvas.getContext("2d");
  if (!pen || !picture.width || !("plain" in link.dataset)) return;
  pen.drawImage(picture, 0, 0, SIZE, SIZE);
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--accent");
  pen.arc(SIZE * 0.76, SIZE * 0.24, SIZE * 0.22, 0, 2 * Math.PI);
  pen.fill();
  link.href = canvas.toDataURL();
}
