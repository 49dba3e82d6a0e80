/** What a person does in the room: talk, wave, let a bot play on, get up, ask for another game, take the seat elsewhere. */

import { toggleMute } from "../state/table.js";
import { t } from "../texts/catalogue.js";
import { isSure } from "../ui/dialogs.js";

/**
 * @param {import("./actions.js").Means} means
 * @param {import("./actions.js").Basics} basics
 */
export function makeRoomActions({ line }, { get, update, toast }) {
  const noAnswer = () => toast(t("table.no_answer"), true);

  /** What is rarely asked comes when it is wanted; what goes wrong is said. @param {keyof typeof import("./requests.js")} name */
  const request = (name) =>
    import("./requests.js")
      .then((requests) => requests[name](get()))
      .then((error) => error && toast(error, true), noAnswer);

  return {
    useHere: () => line()?.useHere(),

    makePass: () => import("../ui/seat-pass.js").then(({ offerPass }) => offerPass()).catch(noAnswer),

    showKeys() {
      /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog#keys"))?.showModal();
    },

    /** @param {string} text */
    say: (text) => line()?.say({ type: "say", text }) ?? false,

    /** @param {string} reaction */
    react: (reaction) => line()?.say({ type: "react", reaction }) ?? false,

    offerPhrases: () =>
      import("../ui/phrases.js")
        .then(({ offerPhrases }) => offerPhrases((phrase) => line()?.say({ type: "phrase", phrase })))
        .catch(noAnswer),

    showCompany: () =>
      import("../ui/company.js")
        .then(({ showCompany }) => showCompany(get().room?.code ?? "", () => get().talk))
        .catch(noAnswer),

    showChats: () =>
      import("../ui/chats.js").then(({ showChats }) => showChats(get().room?.code ?? "")).catch(noAnswer),

    /** Here at once, and at every table from then on. @param {import("../state/table.js").Said} said */
    mute(said) {
      update((now) => toggleMute(now, said.name));
      return import("../ui/company.js").then(({ mute }) => mute(get().room, said)).catch(noAnswer);
    },

    /** @param {string} name */
    unmute(name) {
      update((now) => toggleMute(now, name));
      return import("../ui/company.js").then(({ unmute }) => unmute(get().room, name)).catch(noAnswer);
    },

    /** A bot of this level may play on for a missing player; without a level, rather not. @param {number} seat @param {string | null} level */
    takeOver: (seat, level) => line()?.say({ type: "takeover", seat, level }) ?? false,

    async leave() {
      if (await isSure(t("head.leave_sure"), t("head.leave_says"), t("head.leave_yes")))
        await request("leaveGame");
    },

    rest: () => request("rest"),
    comeBack: () => request("comeBack"),
    again: () => request("askAgain"),
    easier: () => request("askEasier"),
    harder: () => request("askHarder"),
    tryChatsAgain: () => request("tryChats"),
  };
}
