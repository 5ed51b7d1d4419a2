// How far each session was looked at on this device, kept in the browser.

import { useEffect } from "react";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { connection } from "@/api/connection";
import { here, useAddress } from "@/app/navigation";
import { type Seen, withSeen } from "./seen.logic";

const useSeenStore = create<{ seen: Seen }>()(
  persist(() => ({ seen: {} as Seen }), { name: "pilothouse.looked" }),
);

export const useSeen = (): Seen => useSeenStore((state) => state.seen);

function write(open: string[]): void {
  const list = connection.sessions.get();
  if (!list) return;
  const { seen } = useSeenStore.getState();
  const next = withSeen(seen, list.values(), document.hidden ? [] : open);
  if (next !== seen) useSeenStore.setState({ seen: next });
}

/** Meets sessions that are new; those that are open count as looked at, with every event while the page is visible. */
export function startSeen(): void {
  const look = () => write(here().sessions);
  connection.sessions.subscribe(look);
  addEventListener("pagehide", look);
  document.addEventListener("visibilitychange", look);
  look();
}

/** Marks what is opened and what is left. */
export function useKeepSeen(): void {
  const open = useAddress().sessions.join("\n");
  useEffect(() => {
    const sessions = open.split("\n");
    write(sessions);
    return () => write(sessions);
  }, [open]);
}
