// The message field stays above the keyboard of a phone. Most browsers make the page shorter for it, as the page asks
// them to; Safari lays the keyboard over the page and tells only the visual viewport.

/** Less than this is a bar of the browser, not a keyboard. */
const KEYBOARD_PX = 100;

/** How high the page may be; undefined for all there is. */
export function freeHeight(seen: { height: number; scale: number }, page: number): number | undefined {
  // Who zooms in sees less of the page, too, and wants it as it is.
  const zoomed = seen.scale > 1.01;
  return !zoomed && page - seen.height > KEYBOARD_PX ? Math.round(seen.height) : undefined;
}

export function startViewport(): void {
  const seen = window.visualViewport;
  if (!seen) return;
  const fit = () => {
    const free = freeHeight(seen, innerHeight);
    const { style } = document.documentElement;
    if (free === undefined) return style.removeProperty("--page-height");
    style.setProperty("--page-height", `${free}px`);
    // It was moved up to show the field, which is in sight now; also later, when the next field is touched.
    if (seen.offsetTop > 0 || scrollY > 0) scrollTo(0, 0);
  };
  seen.addEventListener("resize", fit);
  seen.addEventListener("scroll", fit);
}
