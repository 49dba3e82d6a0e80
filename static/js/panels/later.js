/** What nobody needs at first: fetched when the page has nothing better to do. */

// Fetched early, so that the first award, news and key do not wait for them.
import "../table/ceremony.js";
import { followDevice } from "../table/device.js";
import "../table/hints.js";
import { followPlan } from "../table/plans.js";
import { followRatings } from "../table/ratings.js";
import "../texts/news.js";
import "../texts/spoken.js";

export { bindGestures } from "../table/gestures.js";
export { absencePanel } from "./absence.js";
export { cardPanel } from "./card.js";
export { ceremonyPanel } from "./ceremony.js";
export { endPanel } from "./end.js";
export { hintButton, hintPanel, hintPill } from "./hint.js";
export { logPanel } from "./log.js";
export { menuPanel } from "./menu.js";
export { momentBar } from "./moment.js";
export { planButton, planCard, planChip, planHint } from "./plan.js";
export { ratedMark } from "./ratings.js";
export { resultsPanel } from "./results.js";
export { slowLine } from "./slow.js";
export { talkPanel } from "./talk.js";

/** What follows from a draw, as long as nobody needs it at first. @param {import("../table/actions.js").Actions} actions */
export function afterDraw(actions) {
  followPlan(actions);
  followRatings(actions);
  followDevice(actions.get());
}
