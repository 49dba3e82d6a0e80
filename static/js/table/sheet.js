/** The sheet that the net is drawn on: in the pixels that its place has, so that pills and icons keep a readable size. */

import { unfold } from "../net/layout.js";

const LEAST_PX = 40;

export class SheetSpace {
  /** @param {Element} root @param {() => void} redraw */
  constructor(root, redraw) {
    this.root = root;
    this.redraw = redraw;
    this.centre = 0;
    this.sheet = unfold(this.centre, 640, 512);
    /** @type {Element | null} */
    this.place = null;
    this.observer = new ResizeObserver(([entry]) => this.fit(entry.contentRect));
  }

  /** With this face in the middle. @param {number} centre */
  unfold(centre) {
    this.centre = centre;
    this.sheet = unfold(centre, this.sheet.width, this.sheet.height);
    return this.sheet;
  }

  /** After a redraw its place may be another element. */
  watch() {
    const place = this.root.querySelector(".sheet-space");
    if (place === this.place) return;
    this.observer.disconnect();
    if (place) this.observer.observe(place);
    this.place = place;
  }

  /** @param {{width: number, height: number}} space */
  fit({ width, height }) {
    const isSame = width === this.sheet.width && height === this.sheet.height;
    if (width < LEAST_PX || height < LEAST_PX || isSame) return;
    this.sheet = unfold(this.centre, width, height);
    this.redraw();
  }
}
