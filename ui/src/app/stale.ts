// A page of an older build than the host's cannot load its late parts: it loads itself again.

import { base } from "@/api/http";
import { renew, wasRenewed } from "@/api/renewal";
import { toast } from "@/lib/toast";
import { shell } from "@/strings";

const MARK = "pilothouse.reloadedAt";
const PATIENCE_MS = 30_000;

/** Whether a part that cannot be loaded is worth a reload: not when one has just not helped. */
export const isWorthReload = (last: number, now: number): boolean => now - last > PATIENCE_MS;

/** Loads the page again, unless that was just done. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(MARK) ?? 0);
  if (!isWorthReload(last, Date.now())) return;
  sessionStorage.setItem(MARK, String(Date.now()));
  renew();
}

/** Says why the page was loaded again, where it did that by itself. */
export function tellOfUpdate(): void {
  if (wasRenewed()) toast.info(shell.updated, { description: shell.updatedKept });
}

export function reloadWhenStale(): void {
  addEventListener("vite:preloadError", async () => {
    // While the host is away the parts are missing for another reason, and what is on the screen must stay.
    const answer = await fetch(base(), { cache: "no-store" }).catch(() => undefined);
    if (answer?.ok) reloadOnce();
  });
}
