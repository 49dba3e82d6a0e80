/** The keys of a replay: arrows step through time, unless a planet or a control has them. */

/** @typedef {import("../../table/actions.js").Actions} Actions */

/** @type {Record<string, (actions: Actions) => void>} */
const TIME = {
  ArrowLeft: (actions) => actions.stepMove(-1),
  ArrowRight: (actions) => actions.stepMove(1),
  PageUp: (actions) => actions.stepRound(-1),
  PageDown: (actions) => actions.stepRound(1),
  Home: (actions) => actions.goTo(0),
  End: (actions) => actions.goTo(Number.POSITIVE_INFINITY),
};

/** @type {Record<string, (actions: Actions) => void>} */
const ANYWHERE = {
  ",": (actions) => actions.stepMove(-1),
  ".": (actions) => actions.stepMove(1),
  p: (actions) => actions.playOrPause(),
  l: (actions) => actions.nextRegion(),
  u: (actions) => void actions.showBoard(),
  0: (actions) => actions.home(),
  Escape: (actions) => actions.closeCard(),
};

/** @param {HTMLElement} root @param {Actions} actions */
export function bindReplayKeys(root, actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input:not([type=range]), textarea, select, dialog[open], .menu[open]")) return;
    const act = actFor(event.key, target, root, actions);
    if (!act) return;
    act(actions);
    event.preventDefault();
  });
}

/** @param {string} key @param {Element} target @param {HTMLElement} root @param {Actions} actions */
function actFor(key, target, root, actions) {
  const isInside = root.contains(target);
  if (isInside && target.closest("[data-face]") && key.startsWith("Arrow")) return () => actions.arrow(key);
  const anywhere = ANYWHERE[key.length === 1 ? key.toLowerCase() : key];
  if (anywhere) return anywhere;
  if (!isInside && target !== document.body) return null;
  if (target.closest("input, canvas, .log-lines")) return null;
  // Home and End belong to the page as long as nobody is in the replay.
  return isInside || key.startsWith("Arrow") ? (TIME[key] ?? null) : null;
}
