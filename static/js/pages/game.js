/** A game by its own address: played again move by move, and checked here, in the reader's own browser, from its record. */

import "./page.js";
import { pastOf } from "../rules/history.js";
import { checkGame, fetchPast } from "../server/games.js";
import { t } from "../texts/catalogue.js";
import { bindFork } from "./fork.js";
import { keepRecord, takeRecords } from "./replay/files.js";
import { tellProof } from "./replay/proof.js";

/** An address is written once nobody has gone on for so long: browsers allow only so many a minute. */
const ADDRESS_MS = 400;

/** @param {HTMLElement} place @param {string} game */
async function show(place, game) {
  const isOver = "over" in place.dataset;
  const proof = isOver ? await checkGame(game) : null;
  if (proof) tellProof(proof);
  const past = proof?.record ? pastOf(proof.record) : await fetchPast(game);
  if (!past) return fail(place, game);
  const { Replay } = await import("./replay/replay.js");
  const { ply, award, mine } = place.dataset;
  const at = { ply: ply === undefined ? null : Number(ply), award: award ?? null };
  if (ply !== undefined) place.scrollIntoView();
  new Replay(place, past, {
    game,
    isOver,
    mine: mine === undefined ? null : Number(mine),
    at,
    moved: addressed(game),
  });
}

/** The address follows the moment on show, from the first that somebody goes to. @param {string} game */
function addressed(game) {
  let timer = 0;
  let isArrived = false;
  return (/** @type {number} */ ply) => {
    clearTimeout(timer);
    if (isArrived)
      timer = window.setTimeout(() => history.replaceState(null, "", `/g/${game}/ply/${ply}`), ADDRESS_MS);
    isArrived = true;
  };
}

/** In plain words, with one way out. @param {HTMLElement} place @param {string} game */
function fail(place, game) {
  const again = Object.assign(document.createElement("button"), {
    type: "button",
    className: "button",
    textContent: t("replay.again"),
  });
  const says = Object.assign(document.createElement("p"), { textContent: t("replay.failed") });
  again.addEventListener("click", () => {
    place.replaceChildren();
    show(place, game);
  });
  place.replaceChildren(says, again);
}

/** The replay shows its first moment, and hears what is wished from then on. */
const isThere = new Promise((resolve) => document.addEventListener("ply", resolve, { once: true }));

/** A link to a moment of this game leads there without leaving the page. @param {string} game */
function catchLinks(game) {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    // A link in a drawing has no pathname of its own.
    const { pathname } = new URL(link?.getAttribute("href") ?? "", location.href);
    const ply = link && pathname.match(new RegExp(`^/g/${game}/ply/(\\d+)$`))?.[1];
    if (!ply || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void isThere.then(() =>
      document.dispatchEvent(new CustomEvent("show-ply", { detail: { ply: Number(ply) } })),
    );
  });
}

bindFork();
const place = document.querySelector("[data-replay]");
const game = document.querySelector("[data-game]")?.getAttribute("data-game");
if (place instanceof HTMLElement && game) {
  catchLinks(game);
  if (document.getElementById("analysis"))
    import("./analysis.js").then(({ bindAnalysis }) => bindAnalysis(game, isThere));
  takeRecords((text) => {
    if (text !== null) keepRecord(text);
    location.assign("/replay");
  });
  show(place, game);
}
