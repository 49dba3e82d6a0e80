/** The way to the home screen. A device that has read no manifest opens its app here, and goes where it would have. */

import "./page.js";
import { isOnHomeScreen } from "../ui/home-screen.js";

const start = document.querySelector("[data-start]");
if (start instanceof HTMLElement && isOnHomeScreen()) location.replace(start.dataset.start ?? "/");
