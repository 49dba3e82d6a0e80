/** What people say and how they feel; anyone can be muted, for me alone. */

import { toggleMute } from "../state.js";
import { h } from "../table/dom.js";
import { icon, mark } from "../table/signs.js";
import { nameTag } from "../table/words.js";
import { t } from "../texts.js";

/** @typedef {import("../state.js").TableState} TableState */
/** @typedef {import("../table/hands.js").Hands} Hands */

const REACTIONS = ["hello", "nice", "wow", "laugh", "think", "oops", "thanks", "hurry"];

/**
 * @param {TableState} state
 * @param {Hands} hands
 */
export function talkPanel(state, hands) {
  const heard = state.talk.filter((said) => !state.muted.includes(said.name));
  return h(
    "section",
    { class: "talk", "aria-labelledby": "talk-title" },
    h("h2", { id: "talk-title" }, t("talk.title")),
    h(
      "ol",
      { class: "talk-lines", tabindex: "0", "aria-live": "polite", "aria-labelledby": "talk-title" },
      heard.length === 0
        ? h("li", { class: "quiet" }, t("talk.empty"))
        : heard.map((said) => talkLine(state, said, hands)),
    ),
    mutedLine(state, hands),
    h(
      "div",
      { class: "reactions", role: "group", "aria-label": t("talk.reactions") },
      REACTIONS.map((reaction) => reactionButton(reaction, hands)),
    ),
    state.room?.options.talk === false ? h("p", { class: "quiet" }, t("talk.off")) : sayForm(hands),
  );
}

/**
 * @param {TableState} state
 * @param {import("../state.js").Said} said
 * @param {Hands} hands
 */
function talkLine(state, said, hands) {
  const isMine = said.seat !== null ? said.seat === state.me : said.name === state.room?.you?.name;
  return h(
    "li",
    { key: said.id, class: `talk-line ${isMine ? "is-mine" : ""}` },
    said.seat === null ? icon("eye") : mark(said.seat),
    h("span", { class: "talk-text" }, nameTag(said.name), " ", said.text),
    isMine
      ? null
      : h(
          "button",
          {
            type: "button",
            class: "icon-button mute",
            "aria-label": t("talk.mute", { name: said.name }),
            onclick: () => hands.update((now) => toggleMute(now, said.name)),
          },
          icon("mute"),
        ),
  );
}

/**
 * @param {TableState} state
 * @param {Hands} hands
 */
function mutedLine(state, hands) {
  if (state.muted.length === 0) return null;
  return h(
    "p",
    { class: "muted" },
    state.muted.map((name) =>
      h(
        "button",
        {
          key: name,
          type: "button",
          class: "chip",
          onclick: () => hands.update((now) => toggleMute(now, name)),
        },
        icon("mute"),
        t("talk.unmute", { name }),
      ),
    ),
  );
}

/**
 * @param {string} reaction
 * @param {Hands} hands
 */
function reactionButton(reaction, hands) {
  return h(
    "button",
    { key: reaction, type: "button", class: "chip reaction", onclick: () => hands.react(reaction) },
    t(`reactions.${reaction}`),
  );
}

/** @param {Hands} hands */
function sayForm(hands) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const text = String(new FormData(form).get("text") ?? "").trim();
    if (text && hands.say(text)) form.reset();
  };
  return h(
    "form",
    { class: "say-line", onsubmit: submit },
    h("label", { class: "unseen", for: "say-text" }, t("talk.say")),
    h("input", {
      id: "say-text",
      class: "input",
      name: "text",
      maxlength: 240,
      autocomplete: "off",
      placeholder: t("talk.say"),
    }),
    h("button", { type: "submit", class: "icon-button", "aria-label": t("talk.send") }, icon("right")),
  );
}
