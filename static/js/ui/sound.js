/** Sound: silent until somebody asks for it, and only then its tunes are fetched. */

/**
 * Browsers only let a page sound after the person did something.
 * @param {Parameters<typeof import("./tunes.js").playTune>[0]} name
 * @param {{sound: boolean, volume: number}} wish
 */
export function play(name, { sound, volume }) {
  if (!sound || volume === 0 || !navigator.userActivation?.hasBeenActive) return;
  import("./tunes.js").then(
    ({ playTune }) => playTune(name, volume),
    () => undefined,
  );
}
