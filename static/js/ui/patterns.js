/** The patterns of the habitats, with which tiles and nets are filled. */

/** Patterns work only in the page they are written in, so they are put into it. */
export async function drawPatterns() {
  const address = (document.documentElement.dataset.sprite ?? "/static/signs/sprite.svg").replace(
    "sprite.svg",
    "patterns.svg",
  );
  const text = await (await fetch(address)).text();
  const patterns = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  document.body.append(document.importNode(patterns, true));
}
