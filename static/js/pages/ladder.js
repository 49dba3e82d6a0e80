/** The week's ladder: nothing but what every page does, and the line that says when it is somebody's move. */

import "./page.js";
