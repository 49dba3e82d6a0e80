/** A record that a reader brings along is read, checked and played again here; no server is asked. */

import "./page.js";
import { pastOf } from "../rules/history.js";
import { checkRecord } from "../server/games.js";
import { commas, t } from "../texts/catalogue.js";
import { briefOf, keepRecord, keptRecord, MOST_BYTES, recordsIn, takeRecords } from "./replay/files.js";
import { tellProof } from "./replay/proof.js";

/** @typedef {import("./replay/replay.js").Replay} Replay */

/** As on a game's page, the address follows the moment, here behind the `#`. */
const ADDRESS_MS = 400;

class RecordPage {
  constructor() {
    this.form = /** @type {HTMLFormElement} */ (document.querySelector("[data-bring]"));
    this.refusal = /** @type {HTMLElement} */ (document.querySelector("[data-refusal]"));
    this.shown = /** @type {HTMLElement} */ (document.querySelector("[data-shown]"));
    this.which = /** @type {HTMLSelectElement} */ (document.querySelector("[data-which]"));
    /** @type {Replay | null} */
    this.replay = null;
    /** @type {string[]} */
    this.records = [];
    this.asked = 0;
    this.listen();
    const kept = keptRecord();
    if (kept !== null) this.take(kept, plyInAddress());
  }

  listen() {
    const { read } = takeRecords((text) => this.take(text));
    const file = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("file"));
    const text = /** @type {HTMLTextAreaElement} */ (this.form.elements.namedItem("text"));
    file.addEventListener("change", () => {
      void read(file.files?.[0]);
      file.value = "";
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(text.value);
    });
    this.which.addEventListener("change", () => this.show(this.records[Number(this.which.value)], null));
    window.addEventListener("hashchange", () => {
      const ply = plyInAddress();
      if (ply !== null) this.replay?.actions.goTo(ply);
    });
  }

  /** @param {string | null} text  null: too large @param {number | null} [ply] */
  take(text, ply = null) {
    if (text === null) return this.refuse([t("replay.too_large", { count: MOST_BYTES / 1024 / 1024 })]);
    this.records = recordsIn(text);
    this.which.replaceChildren(...this.records.map(optionOf));
    /** @type {HTMLElement} */ (this.which.closest("label")).hidden = this.records.length < 2;
    keepRecord(text);
    void this.show(this.records[0], ply);
  }

  /** @param {string} text @param {number | null} ply */
  async show(text, ply) {
    const asked = ++this.asked;
    if (!globalThis.crypto?.subtle) return this.refuse([t("replay.insecure")]);
    const proof = await checkRecord(text);
    if (asked !== this.asked) return;
    if (!proof.record) return this.refuse([t("replay.refused"), ...proof.wrong]);
    const { Replay } = await import("./replay/replay.js");
    this.refusal.replaceChildren();
    this.shown.hidden = false;
    tellProof(proof);
    const past = pastOf(proof.record);
    const moved = addressed();
    const at = { ply, award: null };
    const told = { game: text.slice(0, 20), mine: null, isOver: true, at, moved };
    if (this.replay) this.replay.change(past, told);
    else
      this.replay = new Replay(
        /** @type {HTMLElement} */ (document.querySelector("[data-replay]")),
        past,
        told,
      );
    const list = this.records.length > 1 ? this.which.closest("label") : null;
    (list ?? document.querySelector("#replay"))?.scrollIntoView();
  }

  /** What was shown before stays; nothing of this one is. @param {string[]} sentences */
  refuse([heading, ...sentences]) {
    const lines = sentences.map((text) => Object.assign(document.createElement("li"), { textContent: text }));
    const list = document.createElement("ul");
    list.append(...lines);
    this.refusal.replaceChildren(
      Object.assign(document.createElement("p"), { textContent: heading }),
      ...(lines.length ? [list] : []),
    );
    this.refusal.scrollIntoView({ block: "nearest" });
  }
}

/** One of many: its place, who played, with how many points. @param {string} text @param {number} i */
function optionOf(text, i) {
  return new Option(`${i + 1}. ${toldOf(briefOf(text))}`, String(i));
}

/** @param {import("./replay/files.js").Brief | null} brief */
function toldOf(brief) {
  if (!brief) return t("replay.unreadable");
  const seats = brief.seats.map(({ name, points }) =>
    points === null ? name : t("replay.scored", { name, points }),
  );
  return commas(brief.isFork ? [...seats, t("fork.mark")] : seats);
}

function plyInAddress() {
  const ply = location.hash.match(/^#ply-(\d+)$/)?.[1];
  return ply === undefined ? null : Number(ply);
}

function addressed() {
  let timer = 0;
  return (/** @type {number} */ ply) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => history.replaceState(null, "", `#ply-${ply}`), ADDRESS_MS);
  };
}

new RecordPage();
