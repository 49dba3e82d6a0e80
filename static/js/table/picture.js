/** A picture of a finished planet, with names and points: shared on a phone, saved elsewhere. */

import { give, keepsake } from "../planet/keepsake.js";
import { t } from "../texts/catalogue.js";
import { reason, title } from "../texts/result.js";
import { nameOf } from "../texts/words.js";

/**
 * @param {import("../planet/stage.js").Stage} stage
 * @param {import("../state/table.js").TableState} state
 */
export async function keepPicture(stage, state) {
  const { view, room } = state;
  if (!view?.scores) return;
  const lines = view.scores.map(({ seat, total }) => `${nameOf(state, seat)} ${total}`);
  const words = { title: title(state, view), reason: reason(view), lines, from: t("table.name") };
  const blob = await keepsake(stage, words);
  await give(new File([blob], `terrahedron-${room?.code ?? ""}.png`, { type: blob.type }));
}
