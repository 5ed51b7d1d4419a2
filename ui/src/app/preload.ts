// Loads what will be wanted next while the page has nothing else to do, so that it opens at once.

import { withLateTexts } from "@/strings/withLateTexts";

/** In the order in which they are likely to be wanted. */
const parts = [
  () => import("@/features/session/SessionPage"),
  withLateTexts(() => import("@/features/asks/AskDock")),
  () => import("./Dock"),
  withLateTexts(() => import("@/features/palette/Palette")),
  () => import("@/features/composer/CompletionList"),
];

/** Where the browser cannot say that it is idle, this long after the first paint counts as idle. */
const LATER_MS = 1000;

const whenIdle = (work: () => void): void => {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work);
  else setTimeout(work, LATER_MS);
};

/** Loads one part after the other. A part that cannot be loaded now is loaded when it is opened. */
export function preloadWhenIdle([load, ...rest] = parts): void {
  if (!load) return;
  whenIdle(() => {
    load()
      .catch(() => undefined)
      .finally(() => preloadWhenIdle(rest));
  });
}
