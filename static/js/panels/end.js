/** The end: secret habitats turned over one by one, animals counted, who wins, whether the deal was fair, what next. */

import { revealOrder } from "../rules/view.js";
import { steppedBots, withoutStandIns } from "../state/strength.js";
import { t } from "../texts/catalogue.js";
import { reason, title } from "../texts/result.js";
import { about, called, nameOf } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { nameTag, withNames } from "../ui/names.js";
import { wayBack } from "../ui/share.js";
import { animal, badge, habitatDisc, icon } from "../ui/signs.js";
import { opener } from "./opener.js";
import { ratingsPanel } from "./ratings.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../rules/view.js").View} View */
/** @typedef {import("../rules/view.js").Score} Score */
/** @typedef {import("../table/actions.js").Actions} Actions */

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
export function endPanel(state, actions) {
  const { view } = state;
  if (!view?.over || !view.scores) return null;
  const isDone = state.revealed >= view.players;
  return h(
    "section",
    { class: "end", "aria-labelledby": "end-title", "data-done": isDone },
    h(
      "div",
      { class: "end-head" },
      h(
        "h2",
        { id: "end-title", tabindex: "-1" },
        isDone ? withNames(state, title(state, view)) : t("end.counting"),
      ),
      h("p", null, isDone ? subtitle(state, view) : ""),
    ),
    scoreTable(state, view),
    isDone ? ratingsPanel(state) : null,
    isDone ? backToTheInvite(state) : null,
    isDone && state.me !== null ? again(state, actions) : null,
    isDone ? toTheNextGame(state) : null,
    isDone ? series(state) : null,
    isDone ? steps(state, actions) : null,
    isDone ? proof(state) : null,
  );
}

/** One more game; of the world of a day there is one, and then what others made of it. @param {TableState} state @param {Actions} actions */
function again({ room }, actions) {
  const kind = "button accent great play-again";
  const day = room?.game.daily?.day;
  if (day) return h("a", { class: kind, href: `/daily/${day}` }, t("end.daily"));
  return h("button", { type: "button", class: kind, onclick: () => actions.again() }, t("end.again"));
}

/** For whoever was invited somewhere, and learnt the game here first. @param {TableState} state */
function backToTheInvite({ room }) {
  const path = room && wayBack(room.code);
  return path ? h("a", { class: "button accent great way-back", href: path }, t("guide.back")) : null;
}

/** Who watched comes along, once somebody has asked for another game. @param {TableState} state */
function toTheNextGame({ me, room }) {
  if (me !== null || room?.state !== "open") return null;
  return h("a", { class: "button accent great play-again", href: `/r/${room.code}` }, t("end.next"));
}

/** Who has won how many games of this room. @param {TableState} state */
function series({ room }) {
  if (!room?.series?.length) return null;
  return h(
    "section",
    { class: "series-so-far", "aria-label": t("room.series") },
    h("h3", null, t("room.series")),
    h(
      "ol",
      { class: "series" },
      room.series.map(({ name, bot, won, games }) =>
        h(
          "li",
          { key: `${bot} ${name}` },
          nameTag(called({ bot, name }) ?? ""),
          " ",
          h("strong", { "aria-hidden": "true" }, String(won)),
          h("span", { class: "unseen" }, t("room.series_of", { won, games })),
        ),
      ),
    ),
  );
}

/**
 * @param {TableState} state
 * @param {View} view
 */
function subtitle(state, view) {
  const why = reason(view);
  if (why) return why;
  const winner = view.winners?.[0] ?? 0;
  const count = view.scores?.find((score) => score.seat === winner)?.animals ?? 0;
  return about(state, "end.animals", winner, { count });
}

/**
 * @param {TableState} state
 * @param {View} view
 */
function scoreTable(state, view) {
  const order = revealOrder(view);
  const shown = new Set(order.slice(0, state.revealed));
  const isBeginner = view.objectives === null;
  const best = order.toReversed();
  return h(
    "table",
    { class: "scores" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, h("span", { class: "unseen" }, t("end.player"))),
        isBeginner ? null : h("th", { scope: "col" }, t("end.habitat")),
        h("th", { scope: "col" }, t("end.animals_head")),
        h("th", { scope: "col", class: "score-total" }, t("end.points")),
      ),
    ),
    h(
      "tbody",
      null,
      best.map((seat) => (shown.has(seat) ? scoreRow(state, view, seat) : waitingRow(seat, isBeginner))),
    ),
  );
}

/**
 * A place that is not told yet, nor whose it is.
 * @param {number} seat
 * @param {boolean} isBeginner
 */
function waitingRow(seat, isBeginner) {
  const open = h("span", { class: "habitat face-down" }, "?");
  return h(
    "tr",
    { key: `? ${seat}`, class: "score is-waiting", "aria-hidden": "true" },
    h("th", { scope: "row" }, open),
    isBeginner ? null : h("td", null, open),
    h("td", null),
    h("td", { class: "score-total" }, "·"),
  );
}

/**
 * @param {TableState} state
 * @param {View} view
 * @param {number} seat
 */
function scoreRow(state, view, seat) {
  const score = /** @type {Score} */ (view.scores?.find((one) => one.seat === seat));
  const seated = state.room?.seats.find((one) => one.seat === seat);
  const isWinner = view.winners?.includes(seat);
  return h(
    "tr",
    {
      key: seat,
      class: `score ${isWinner ? "is-winner" : ""} ${seat === state.me ? "is-mine" : ""}`,
    },
    h(
      "th",
      { scope: "row" },
      h(
        "span",
        { class: "score-who" },
        badge(seat, { isYou: seat === state.me, presence: seated?.presence, isBot: Boolean(seated?.bot) }),
        h("span", null, nameTag(nameOf(state, seat)), h("small", null, who(state, seat))),
      ),
    ),
    view.objectives === null ? null : h("td", null, objective(score)),
    h(
      "td",
      null,
      h(
        "ul",
        { class: "score-animals" },
        wonBy(view, seat).map(({ animal: card, round }) =>
          h(
            "li",
            { key: card },
            opener(card, round, "", true, animal(card, { isNamed: true })),
            h("span", { class: "worth" }, String(worth(view, score, card))),
          ),
        ),
      ),
    ),
    h("td", { class: "score-total" }, String(score.total)),
  );
}

/**
 * @param {TableState} state
 * @param {number} seat
 */
function who(state, seat) {
  if (seat === state.me) return t("table.you");
  const bot = state.room?.seats.find((one) => one.seat === seat)?.bot;
  const helped = state.log.filter(
    ({ event }) => event.kind === "move" && event.seat === seat && event.by === "caretaker",
  ).length;
  if (helped > 0) return t("end.caretaker_moves", { count: helped });
  return bot ? t("end.bot") : "";
}

/** @param {Score} score */
function objective(score) {
  if (!score.objective) return null;
  return h(
    "span",
    { class: "score-objective" },
    habitatDisc(score.objective, true),
    h(
      "span",
      null,
      h("b", null, `+${score.objective_points}`),
      h("small", null, t("counted.areas", { count: score.areas ?? 0 })),
    ),
  );
}

/**
 * @param {View} view
 * @param {number} seat
 */
function wonBy(view, seat) {
  return view.awards.filter((award) => award.seat === seat);
}

/**
 * An animal of one's own secret habitat counts 1, another 2; in the beginner's game all count 1.
 * @param {View} view
 * @param {Score} score
 * @param {string} card
 */
function worth(view, score, card) {
  return view.objectives === null || card[0] === score.objective ? 1 : 2;
}

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
function steps(state, actions) {
  const asked = whoAsked(state);
  return h(
    "div",
    { class: "end-steps" },
    otherStrength(state, -1, "minus", t("end.easier"), actions.easier),
    otherStrength(state, 1, "plus", t("end.harder"), actions.harder),
    h(
      "a",
      {
        class: "button",
        href: `/api/games/${state.game}/record`,
        download: `terrahedron-${state.room?.code ?? ""}.json`,
      },
      icon("download"),
      t("end.save"),
    ),
    state.hasPlanet && state.board === "planet"
      ? h(
          "button",
          { type: "button", class: "button", onclick: () => actions.keepPicture() },
          icon("camera"),
          t("end.picture"),
        )
      : null,
    toThePlanet(state),
    h(
      "button",
      {
        type: "button",
        class: "button",
        onclick: () => actions.update((now) => ({ ...now, isEndOpen: !now.isEndOpen })),
      },
      icon("net"),
      t("end.look"),
    ),
    asked.length > 0
      ? h(
          "p",
          { class: "end-asked" },
          withNames(state, t("end.asked", { names: asked, count: asked.length })),
        )
      : null,
  );
}

/**
 * Another game with the bots a step gentler or stronger, for whoever may choose them.
 * @param {TableState} state
 * @param {number} step
 * @param {string} sign
 * @param {string} words
 * @param {() => void} ask
 */
function otherStrength({ me, room, game }, step, sign, words, ask) {
  if (me === null || !room?.you?.host || room.game.daily) return null;
  if (steppedBots(withoutStandIns(room, game), step).length === 0) return null;
  return h("button", { type: "button", class: "button", onclick: () => ask() }, icon(sign), words);
}

/** A page to show somebody: of my planet, or to whoever watched of the winner's. @param {TableState} state */
function toThePlanet({ game, me, view }) {
  const href = `/g/${game}/planet/${me ?? view?.winners?.[0] ?? 0}`;
  const attributes = { class: "button", href, target: "_blank", rel: "noopener" };
  return h("a", attributes, icon("globe"), t(me === null ? "end.planet" : "end.planet_you"));
}

/** Who has already joined the next game in this room. @param {TableState} state */
function whoAsked({ room, me }) {
  if (room?.state !== "open") return [];
  const others = room.seats.filter((seat) => seat.sealed && !seat.bot && seat.seat !== me);
  return others.map((seat) => seat.name ?? "");
}

/** @param {TableState} state */
function proof({ proof: { state, seed }, game, room }) {
  const texts = {
    none: "end.proof_waiting",
    checking: "end.proof_waiting",
    fair: "end.proof_fair",
    unfair: "end.proof_unfair",
    unknown: "end.proof_unknown",
  };
  // What all know beforehand was not drawn by chance.
  const isSealed = state === "unknown" && room?.game.daily;
  const text =
    state === "fair" && room?.game.guided ? "guide.known" : isSealed ? "end.proof_day" : texts[state];
  return h(
    "p",
    { class: `proof is-${state}` },
    icon("shield"),
    h(
      "span",
      null,
      t(text),
      " ",
      seed ? h("code", null, `${seed.slice(0, 4)} ${seed.slice(4, 8)} … ${seed.slice(-4)}`) : null,
      " ",
      h("a", { href: `/g/${game}#fair`, target: "_blank", rel: "noopener" }, t("end.proof_check")),
    ),
  );
}
