// Loads what will be wanted next while the page has nothing else to do, so that it opens at once.

import { nextSoon } from "@/lib/later";

/** Where the browser cannot say that it is idle, this long after the first paint counts as idle. */
const LATER_MS = 1000;

const whenIdle = (work: () => void): void => {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work);
  else setTimeout(work, LATER_MS);
};

/** Loads one part after the other. A part that cannot be loaded now is loaded when it is opened. */
export function preloadWhenIdle(): void {
  whenIdle(() => {
    nextSoon()?.()
      .catch(() => undefined)
      .finally(preloadWhenIdle);
  });
}
