/** Rated games at the table: the mark that a game is one, and at its end what it made of each rating. */

import { t } from "../texts/catalogue.js";
import { decimal, provisionalText, ratingText, whyText } from "../texts/ratings.js";
import { nameOf } from "../texts/words.js";
import { h } from "../ui/dom.js";
import { nameTag } from "../ui/names.js";
import { badge, icon } from "../ui/signs.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../state/table.js").SeatRating} SeatRating */

/** What it means stands below while the mark is pressed, pointed at or in focus. @param {TableState} state */
export function ratedMark({ room }) {
  if (!room?.options.rated) return null;
  return h(
    "span",
    { key: "rated", class: "rated-mark" },
    h(
      "button",
      {
        type: "button",
        class: "chip",
        "aria-label": t("rating.mark"),
        "aria-describedby": "rated-says",
        onkeydown: leaveByEscape,
        onpointerdown: pressed,
        onclick: toggled,
      },
      icon("chart"),
      h("span", null, t("rating.mark")),
    ),
    h("span", { id: "rated-says", class: "tip", role: "tooltip" }, t("rating.room_says")),
  );
}

/** @param {KeyboardEvent} event */
function leaveByEscape(event) {
  if (event.key !== "Escape" || !(event.currentTarget instanceof HTMLElement)) return;
  event.stopPropagation();
  event.currentTarget.blur();
}

/** Whether it was open as a press began. */
let wasOpen = false;

/** @param {Event} event */
function pressed({ currentTarget: mark }) {
  wasOpen = mark === document.activeElement;
}

/** The first press opens it, also where a press alone gives no focus, and the next one closes it. @param {Event} event */
function toggled({ currentTarget: mark }) {
  if (!(mark instanceof HTMLElement)) return;
  if (wasOpen) mark.blur();
  else mark.focus();
  wasOpen = false;
}

/** Once all is counted. @param {TableState} state */
export function ratingsPanel(state) {
  const { room, ratings, game } = state;
  if (!room?.options.rated) return null;
  const known = ratings?.game === game ? ratings.seats : null;
  return h(
    "section",
    { class: "end-ratings", "aria-labelledby": "end-ratings" },
    h("h3", { id: "end-ratings" }, t("rating.ratings")),
    known?.length === 0 ? h("p", null, t("rating.not_yet")) : ratingsTable(state, known),
    known && areComparedWithout(known) ? h("p", null, t("rating.others_left")) : null,
    h("a", { href: "/ladder#means", target: "_blank", rel: "noopener" }, t("rating.means")),
  );
}

/** Somebody left, and more than one stayed. @param {SeatRating[]} seats */
const areComparedWithout = (seats) =>
  seats.some(({ left }) => left) && seats.filter(({ left }) => !left).length > 1;

/** As high before it is known as it will be. @param {TableState} state @param {SeatRating[] | null} known */
function ratingsTable(state, known) {
  const waiting = (state.room?.seats ?? []).map(({ seat }) => seat);
  return h(
    "table",
    { class: "ratings" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, h("span", { class: "unseen" }, t("end.player"))),
        h("th", { scope: "col" }, t("rating.change")),
        h("th", { scope: "col" }, t("rating.number")),
      ),
    ),
    known
      ? known.map((one) => seatRating(state, one))
      : waiting.map((seat) => h("tbody", { key: seat }, h("tr", null, who(state, seat), figures("…", "…")))),
  );
}

/** @param {TableState} state @param {SeatRating} one */
function seatRating(state, one) {
  const { seat, rating } = one;
  const isMine = seat === state.me;
  const notes = [rating?.provisional ? degree(rating, isMine) : "", whyText(one, isMine)].filter(Boolean);
  return h(
    "tbody",
    { key: seat, class: isMine ? "is-mine" : "" },
    h(
      "tr",
      null,
      who(state, seat),
      rating
        ? figures(decimal(rating.change, true), ratingText(rating))
        : h("td", { class: "unshown", colspan: 2 }, t("rating.unshown")),
    ),
    notes.length > 0
      ? h(
          "tr",
          null,
          h(
            "td",
            { colspan: 3 },
            notes.map((note) => h("p", null, note)),
          ),
        )
      : null,
  );
}

/** @param {NonNullable<SeatRating["rating"]>} rating @param {boolean} isMine */
const degree = (rating, isMine) => (isMine ? provisionalText(rating) : t("rating.is_provisional"));

/** @param {string} change @param {string} rating */
const figures = (change, rating) => [h("td", null, h("strong", null, change)), h("td", null, rating)];

/** @param {TableState} state @param {number} seat */
function who(state, seat) {
  const isYou = seat === state.me;
  return h(
    "th",
    { scope: "row" },
    h(
      "span",
      { class: "score-who" },
      badge(seat, { isYou }),
      h("span", null, nameTag(nameOf(state, seat)), isYou ? h("small", null, t("table.you")) : null),
    ),
  );
}
