/** The contents: which part one is in is marked; on a narrow page they are a sheet that closes when a part is chosen. */

/** How much of the window's height counts as "here", from its top. */
const HERE = "-12% 0px -70%";

/** Marks the part that is read, as it is scrolled to. */
export function followContents() {
  const contents = document.getElementById("contents");
  if (!contents) return;
  const links = new Map([...contents.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  /** @type {Set<string>} */
  const here = new Set();

  function mark() {
    const ids = [...links.keys()];
    const now = ids.find((id) => here.has(id));
    if (!now) return;
    for (const [id, link] of links) {
      if (id === now) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    bringIntoSight(contents, links.get(now));
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) here.add(target.id);
        else here.delete(target.id);
      }
      mark();
    },
    { rootMargin: HERE },
  );
  for (const id of links.keys()) {
    const part = document.getElementById(id);
    if (part) observer.observe(part);
  }
  contents.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a") && contents.matches(":popover-open"))
      contents.hidePopover();
  });
}

/** Scrolls the contents alone, never the page. @param {HTMLElement | null} contents @param {HTMLElement | undefined} link */
function bringIntoSight(contents, link) {
  if (!contents || !link || contents.scrollHeight <= contents.clientHeight) return;
  const [box, at] = [contents.getBoundingClientRect(), link.getBoundingClientRect()];
  if (at.top < box.top) contents.scrollTop -= box.top - at.top;
  else if (at.bottom > box.bottom) contents.scrollTop += at.bottom - box.bottom;
}
