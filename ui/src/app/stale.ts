// A page of an older build than the host's cannot load its late parts: it loads itself again.

const MARK = "pilothouse.reloadedAt";
const PATIENCE_MS = 30_000;

/** Whether a part that cannot be loaded is worth a reload: not when one has just not helped. */
export const isWorthReload = (last: number, now: number): boolean => now - last > PATIENCE_MS;

/** Loads the page again, unless that was just done. Says whether it does. */
export function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(MARK) ?? 0);
  if (!isWorthReload(last, Date.now())) return false;
  sessionStorage.setItem(MARK, String(Date.now()));
  location.reload();
  return true;
}

export function reloadWhenStale(): void {
  addEventListener("vite:preloadError", (event) => {
    // Without a connection the parts are missing for another reason, and what is on the screen must stay.
    if (navigator.onLine && reloadOnce()) event.preventDefault();
  });
}
