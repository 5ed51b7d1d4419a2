// Up to which row each session was read on this device. What the list marks as unread is kept elsewhere: it counts
// records of the log, not rows.

import { create } from "zustand";
import { persist } from "zustand/middleware";

interface SeenState {
  seen: Record<string, number>;
  setSeen: (session: string, order: number) => void;
}

export const useSeen = create<SeenState>()(
  persist(
    (set) => ({
      seen: {},
      setSeen: (session, order) =>
        set((state) =>
          (state.seen[session] ?? -1) >= order ? state : { seen: { ...state.seen, [session]: order } },
        ),
    }),
    { name: "pilothouse.read" },
  ),
);
