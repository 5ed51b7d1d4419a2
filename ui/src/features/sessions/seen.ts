// How far each session was read on this device.

import { useEffect } from "react";
import { create } from "zustand";
import { persist } from "zustand/middleware";
import { connection } from "@/api/connection";
import type { SessionSummary } from "@/api/generated";
import { useSessions } from "@/api/hooks";
import { useAddress } from "@/app/navigation";

type Seen = Record<string, number>;

const useSeenStore = create<{ seen: Seen }>()(
  persist(() => ({ seen: {} as Seen }), { name: "pilothouse.seen" }),
);

export const useSeen = (): Seen => useSeenStore((state) => state.seen);

/** Whether something was said since it was last open here. */
export const isUnread = (session: SessionSummary, seen: Seen): boolean =>
  session.seq > (seen[session.id] ?? session.seq);

/** Adds sessions that are met for the first time and those that are open; forgets those that are gone. */
export function withSeen(before: Seen, sessions: Iterable<SessionSummary>, open: string[]): Seen {
  const seen: Seen = {};
  for (const { id, seq } of sessions) seen[id] = open.includes(id) ? seq : (before[id] ?? seq);
  const ids = Object.keys(seen);
  const same = ids.length === Object.keys(before).length && ids.every((id) => seen[id] === before[id]);
  return same ? before : seen;
}

/** Keeps the store up to date. It is written when sessions are opened, left or new, not with every word they say. */
export function useKeepSeen(): void {
  const open = useAddress().sessions.join("\n");
  const known = useSessions()?.size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a session that is new must be met
  useEffect(() => {
    const write = () => {
      const list = connection.sessions.get();
      if (!list) return;
      const { seen } = useSeenStore.getState();
      const next = withSeen(seen, list.values(), open.split("\n"));
      if (next !== seen) useSeenStore.setState({ seen: next });
    };
    write();
    addEventListener("pagehide", write);
    return () => {
      removeEventListener("pagehide", write);
      write();
    };
  }, [open, known]);
}
