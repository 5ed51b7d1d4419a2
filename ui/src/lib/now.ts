// A clock that ticks once a second for everything on the page that shows a running time.

import { useSyncExternalStore } from "react";

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The time, renewed every second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);

/** The time to the minute: what only shows ages is not drawn every second. */
export const useMinute = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(now / 60_000) * 60_000);
