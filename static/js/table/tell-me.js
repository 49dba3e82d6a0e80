/** What a person does about being told, and what is said of it. */

import { errorText, t } from "../texts/catalogue.js";
import { goInstall } from "../ui/home-screen.js";
import { telling, tellMeNoMore, tellMe as wish } from "../ui/telling.js";

/** On, or off; where that needs an app first, to the page that says how it is installed. @param {import("./actions.js").Actions} actions @param {boolean} isWanted */
export async function tellMe(actions, isWanted) {
  try {
    if (telling() === "install") await goInstall(actions.get().room?.code ?? "");
    else actions.toast(...(await answerTo(isWanted)));
  } catch (error) {
    actions.toast(errorText(/** @type {any} */ (error)), true);
  }
  actions.redraw();
}

/** What there is to say, and whether it went wrong. @param {boolean} isWanted @returns {Promise<[string, boolean]>} */
async function answerTo(isWanted) {
  if (telling() === "blocked") return [t("head.tell_blocked"), true];
  if (!isWanted) {
    await tellMeNoMore();
    return [t("head.tell_off"), false];
  }
  const isOn = (await wish()) === "on";
  return [t(isOn ? "head.tell_on" : "head.tell_blocked"), !isOn];
}
