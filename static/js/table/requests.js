/** The few things that somebody at the table asks over plain HTTP. Each says in words what went wrong, if something did. */

import { call, makeNonce } from "../server/http.js";
import { errorText, t } from "../texts/catalogue.js";
import { isSure } from "../ui/dialogs.js";

/** @typedef {import("../state/table.js").TableState} TableState */

/** @param {TableState} state */
const addressOf = ({ room }) => `/api/rooms/${room?.code}`;

/** @param {Promise<unknown>} answer @returns {Promise<string | null>} */
const refusal = (answer) => answer.then(() => null, errorText);

/** Gets up from the running game. @param {TableState} state */
export async function leaveGame(state) {
  const error = await refusal(call("POST", `${addressOf(state)}/leave`, {}));
  if (error === null) location.assign("/");
  return error;
}

/** Time stands still for my seat. @param {TableState} state */
export async function rest({ game }) {
  if (!(await isSure(t("head.rest_sure"), t("head.rest_says"), t("head.rest_yes")))) return null;
  return refusal(call("POST", `/api/games/${game}/rest`, {}));
}

/** Back into the seat that was left. @param {TableState} state */
export const comeBack = (state) => refusal(call("POST", `${addressOf(state)}/sit`, { nonce: makeNonce() }));

/** Asks for another game in this room, or joins who asked, and goes to where it is set up. @param {TableState} state */
export async function askAgain(state) {
  const asked = call("POST", `${addressOf(state)}/again`, {});
  const sealed = asked.then(() => call("POST", `${addressOf(state)}/nonce`, { nonce: makeNonce() }));
  const error = await refusal(sealed);
  if (error === null) location.assign(`/r/${state.room?.code}`);
  return error;
}

/** Chats that failed too often are tried once more. @param {TableState} state */
export async function tryChats({ room }) {
  const { tryChatsAgain } = await import("../ui/chats.js");
  const [text, isWrong] = await tryChatsAgain(room?.code ?? "");
  return isWrong ? text : null;
}
