/** What people say and how they feel; anyone can be muted, for me alone. */

import { LONGEST_LINE, REACTIONS } from "../generated/facts.js";
import { t } from "../texts/catalogue.js";
import { h } from "../ui/dom.js";
import { nameTag } from "../ui/names.js";
import { wordsOf } from "../ui/phrases.js";
import { icon, mark } from "../ui/signs.js";

/** @typedef {import("../state/table.js").TableState} TableState */
/** @typedef {import("../table/actions.js").Actions} Actions */

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
export function talkPanel(state, actions) {
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
        : heard.map((said) => talkLine(state, said, actions)),
    ),
    mutedLine(state, actions),
    h(
      "div",
      { class: "reactions", role: "group", "aria-label": t("talk.reactions") },
      REACTIONS.map((reaction) => reactionButton(reaction, actions)),
    ),
    h(
      "div",
      { class: "talk-tools" },
      opener("people", "company", t("company.title"), () => actions.showCompany()),
      state.room?.options.talk === false
        ? null
        : opener("talk", "phrases", t("talk.phrases"), () => actions.offerPhrases()),
    ),
    saying(state, actions),
  );
}

/**
 * Words of one's own, where strangers do not meet.
 * @param {TableState} state
 * @param {Actions} actions
 */
function saying({ room }, actions) {
  if (room?.options.talk === false) return h("p", { key: "off", class: "quiet" }, t("talk.off"));
  if (!room?.options.public || room.options.free) return sayForm(actions);
  return h("p", { key: "guarded", class: "quiet" }, t("talk.guarded"));
}

/** @param {string} sign @param {string} key @param {string} text @param {() => unknown} press */
function opener(sign, key, text, press) {
  return h(
    "button",
    { key, type: "button", class: `button small outline ${key}-button`, onclick: () => void press() },
    icon(sign),
    text,
  );
}

/**
 * @param {TableState} state
 * @param {import("../state/table.js").Said} said
 * @param {Actions} actions
 */
function talkLine(state, said, actions) {
  const isMine = said.seat !== null ? said.seat === state.me : said.name === state.room?.you?.name;
  return h(
    "li",
    { key: said.id, class: `talk-line ${isMine ? "is-mine" : ""}` },
    said.seat === null ? icon("eye") : mark(said.seat),
    h("span", { class: "talk-text" }, nameTag(said.name), " ", h("bdi", null, wordsOf(said))),
    isMine
      ? null
      : h(
          "button",
          {
            type: "button",
            class: "icon-button mute",
            "aria-label": t("talk.mute", { name: said.name }),
            onclick: () => actions.mute(said),
          },
          icon("mute"),
        ),
  );
}

/**
 * @param {TableState} state
 * @param {Actions} actions
 */
function mutedLine(state, actions) {
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
          onclick: () => actions.unmute(name),
        },
        icon("mute"),
        t("talk.unmute", { name }),
      ),
    ),
  );
}

/**
 * @param {string} reaction
 * @param {Actions} actions
 */
function reactionButton(reaction, actions) {
  return h(
    "button",
    { key: reaction, type: "button", class: "chip reaction", onclick: () => actions.react(reaction) },
    t(`reactions.${reaction}`),
  );
}

/** @param {Actions} actions */
function sayForm(actions) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const text = String(new FormData(form).get("text") ?? "").trim();
    if (text && actions.say(text)) form.reset();
  };
  return h(
    "form",
    { class: "say-line", onsubmit: submit },
    h("label", { class: "unseen", for: "say-text" }, t("talk.say")),
    h("input", {
      id: "say-text",
      class: "input",
      name: "text",
      maxlength: LONGEST_LINE,
      autocomplete: "off",
      placeholder: t("talk.say"),
    }),
    h("button", { type: "submit", class: "icon-button", "aria-label": t("talk.send") }, icon("right")),
  );
}
