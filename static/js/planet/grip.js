/** What a hand does to a stage: gestures, as `hand.js` knows them, turn its planet, pick its areas, turn the tile in the hand. */
import { bindHand } from "./hand.js";
import { wake } from "./pulse.js";

/** Answers how to take the hand off again. @type {(stage: import("./stage.js").Stage) => () => void} */
export function bindGrip(stage) {
  const { canvas, holding, options, eye } = stage;
  const isRolledOut = () => stage.unrolled.share > 0;
  return bindHand(canvas, eye.radius, {
    grab: () => holding.grab(),
    roll(dx, dy) {
      if (!isRolledOut()) holding.roll(dx, dy);
      stage.refresh();
    },
    release(vx, vy) {
      if (isRolledOut()) return;
      holding.release(vx, vy);
      wake();
    },
    zoom: (factor) => stage.zoomTo(holding.zoom * factor),
    tap(x, y) {
      const pick = stage.pickAt(x, y);
      if (pick) options.onPick?.(pick);
      else if (!isRolledOut()) options.onSky?.();
    },
    centre(x, y) {
      const pick = stage.pickAt(x, y);
      if (pick) holding.faceTo(pick.face);
    },
    hover: (x, y) => options.onHover?.(stage.pickAt(x, y)),
    leave: () => options.onHover?.(null),
    step(x, y) {
      if (isRolledOut()) return false;
      const face = holding.step(x, y);
      options.onFace?.(face);
      return true;
    },
    turn(by) {
      if (!stage.tile || stage.tile.face < 0 || !options.onTurn) return false;
      options.onTurn(by);
      return true;
    },
  });
}
