/** What nobody needs at first: fetched when the page has nothing better to do. */

import "../texts/spoken.js"; // so that the first key does not wait for its words

export { cardPanel } from "./card.js";
export { endPanel } from "./end.js";
export { menuPanel } from "./menu.js";
export { talkPanel } from "./talk.js";
