/** Signs of the page's sprite as pictures on a canvas: animals' faces and habitats' icons. */

import { COLOURS } from "../generated/facts.js";

const SVG = "http://www.w3.org/2000/svg";

/** @type {Promise<Document> | undefined} */
let sprite;

/** A symbol of the sprite as a picture; nothing where it cannot be had. @type {(id: string, size: number, ink?: string) => Promise<HTMLImageElement | null>} */
export async function pictureOf(id, size, ink = "#000") {
  sprite ??= fetch(document.documentElement.dataset.sprite ?? "/static/signs/sprite.svg").then(
    async (answer) =>
      new DOMParser().parseFromString(answer.ok ? await answer.text() : "<svg/>", "image/svg+xml"),
  );
  const symbol = (await sprite).getElementById(id);
  if (!symbol) return null;
  const drawing = document.createElementNS(SVG, "svg");
  for (const { name, value } of symbol.attributes) if (name !== "id") drawing.setAttribute(name, value);
  for (const [name, value] of Object.entries({ width: size, height: size, color: ink }))
    drawing.setAttribute(name, String(value));
  drawing.innerHTML = symbol.innerHTML;
  const source = new XMLSerializer().serializeToString(drawing);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(source)}`;
  await image.decode();
  return image;
}

/** @type {(pen: CanvasRenderingContext2D, habitat: string, x: number, size: number) => void} */
export function drawDisc(pen, habitat, x, size) {
  pen.fillStyle = COLOURS[habitat].colour;
  pen.beginPath();
  pen.arc(x + size / 2, size / 2, size / 2 - 4, 0, 2 * Math.PI);
  pen.fill();
}

/** A habitat's icon on its disc, ringed so that it shows on its own land. @type {(pen: CanvasRenderingContext2D, habitat: string, x: number, size: number) => Promise<void>} */
export async function drawSign(pen, habitat, x, size) {
  const ink = COLOURS[habitat].icon;
  drawDisc(pen, habitat, x, size);
  pen.lineWidth = 4;
  pen.strokeStyle = ink;
  pen.stroke();
  const icon = await pictureOf(`habitat-${habitat}`, size, ink);
  if (icon) pen.drawImage(icon, x + size * 0.2, size * 0.2, size * 0.6, size * 0.6);
}
