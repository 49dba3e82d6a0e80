/** The rules page: search and contents, planets to turn, figures that go on, printing. Without it all is there to read. */

import "./page.js";
import { followContents } from "./rules/contents.js";
import { bindFigures } from "./rules/figures.js";
import { bindFinder } from "./rules/finder.js";

bindFinder();
followContents();
bindFigures();

document.querySelector("[data-print]")?.addEventListener("click", () => print());
