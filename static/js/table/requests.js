/** The few things that somebody at the table asks over plain HTTP. Each says in words what went wrong, if something did. */

import { call, makeNonce } from "../server/http.js";
import { steppedBots } from "../state/strength.js";
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
export const askAgain = (state) => anotherGame(state, 0);
/** @param {TableState} state */
export const askEasier = (state) => anotherGame(state, -1);
/** @param {TableState} state */
export const askHarder = (state) => anotherGame(state, 1);

/** @param {TableState} state @param {number} step  on the bots' ladder */
async function anotherGame(state, step) {
  const error = await refusal(setUp(addressOf(state), step));
  if (error === null) location.assign(`/r/${state.room?.code}`);
  return error;
}

/** @param {string} address @param {number} step */
async function setUp(address, step) {
  const room = await call("POST", `${address}/again`, {});
  for (const choice of steppedBots(room.seats, step)) await call("POST", `${address}/bot`, choice);
  await call("POST", `${address}/nonce`, { nonce: makeNonce() });
}

/** Chats that failed too often are tried once more. @param {TableState} state */
export async function tryChats({ room }) {
  const { tryChatsAgain } = await import("../ui/chats.js");
  const [text, isWrong] = await tryChatsAgain(room?.code ?? "");
  return isWrong ? text : null;
}
