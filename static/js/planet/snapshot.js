/** A picture of a planet to keep, of any size, drawn at full quality apart from the canvas on the page. */

/**
 * @param {import("./painter.js").Painter} painter
 * @param {import("./painter.js").View} view
 * @param {import("./eye.js").Eye} eye
 * @param {{width: number, height: number, background?: string}} how
 * @returns {Promise<Blob>}
 */
export async function toBlob(painter, view, eye, { width, height, background }) {
  eye.stand(1, width / height);
  const pixels = await painter.picture(view, width, height);
  const canvas = new OffscreenCanvas(width, height);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.putImageData(new ImageData(straightened(pixels), width, height), 0, 0);
  if (background) {
    pen.globalCompositeOperation = "destination-over";
    pen.fillStyle = background;
    pen.fillRect(0, 0, width, height);
  }
  pen.globalCompositeOperation = "copy";
  pen.setTransform(1, 0, 0, -1, 0, height);
  pen.drawImage(canvas, 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}

/** From premultiplied to plain alpha. @type {(pixels: Uint8Array) => Uint8ClampedArray<ArrayBuffer>} */
function straightened(pixels) {
  const out = new Uint8ClampedArray(pixels.length);
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = pixels[i + 3];
    for (let k = 0; k < 3; k++) out[i + k] = alpha ? (pixels[i + k] * 255) / alpha : 0;
    out[i + 3] = alpha;
  }
  return out;
}
