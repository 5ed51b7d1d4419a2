// Up to which row each session was read on this device. Whether a session is ready for review is the server's to say.

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
