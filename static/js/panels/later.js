/** What nobody needs at first: fetched when the page has nothing better to do. */

export { heldText, pickText } from "../table/spoken.js";
export { cardPanel } from "./card.js";
export { endPanel } from "./end.js";
export { menuPanel } from "./menu.js";
export { talkPanel } from "./talk.js";
