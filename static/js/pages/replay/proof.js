/** What was proved of a game in the reader's own browser, in plain words, and what nobody can prove. */

import { t } from "../../texts/catalogue.js";

/** @typedef {import("../../server/games.js").Proof} Proof */

/** @param {Proof} proof */
export function tellProof(proof) {
  const verdict = document.querySelector("[data-verdict]");
  const text = verdict?.querySelector("span");
  if (text) text.textContent = t(`end.proof_${proof.state}`);
  verdict?.setAttribute("data-verdict", proof.state);
  document.querySelector("[data-findings]")?.replaceChildren(...findings(proof));
}

/** @param {Proof} proof @returns {Node[]} */
function findings({ state, record, wrong }) {
  if (!record) return wrong.length ? [list(t("proof.disproved"), wrong, "is-wrong")] : [];
  const moves = t("proof.proved", { count: record.steps.length });
  const { fork } = record;
  const open = [t("proof.proved_not"), t("proof.not_person"), ...(fork ? [t("proof.fork_known")] : [])];
  if (state !== "fair")
    return [
      list(t("proof.done"), [moves, t("proof.proved_cards")], "is-proved"),
      list(t("proof.open"), [t("proof.no_seal"), ...open], "is-open"),
    ];
  const deal = fork ? forkText(fork) : t("proof.deal");
  return [
    list(t("proof.done"), [t("proof.seal"), deal, moves, t("proof.proved_cards")], "is-proved"),
    list(t("proof.open"), [t("proof.not_seal"), ...open], "is-open"),
  ];
}

/** What gave the deal of a game that goes on from another. @param {import("../../rules/deal.js").Fork} fork */
const forkText = ({ coming, moves }) =>
  coming === "same" ? t("proof.fork_kept") : t("proof.fork_anew", { moves });

/** @param {string} heading @param {string[]} sentences @param {string} kind */
function list(heading, sentences, kind) {
  const part = Object.assign(document.createElement("div"), { className: `finding ${kind}` });
  const items = sentences.map((sentence) =>
    Object.assign(document.createElement("li"), { textContent: sentence }),
  );
  const lines = document.createElement("ul");
  lines.append(...items);
  part.append(Object.assign(document.createElement("h3"), { textContent: heading }), lines);
  return part;
}
