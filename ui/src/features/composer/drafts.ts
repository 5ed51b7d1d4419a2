// What was typed and not sent, by session. It survives reloads.

import { create } from "zustand";
import { persist } from "zustand/middleware";

interface DraftState {
  drafts: Record<string, string>;
  history: Record<string, string[]>;
  setDraft: (session: string, text: string) => void;
  sent: (session: string, text: string) => void;
}

/** How many prompts are remembered for the Up key. */
const REMEMBERED = 50;

export const useDrafts = create<DraftState>()(
  persist(
    (set) => ({
      drafts: {},
      history: {},
      setDraft: (session, text) => set((state) => ({ drafts: { ...state.drafts, [session]: text } })),
      sent: (session, text) =>
        set((state) => {
          const { [session]: _, ...drafts } = state.drafts;
          const before = (state.history[session] ?? []).filter((earlier) => earlier !== text);
          return { drafts, history: { ...state.history, [session]: [...before, text].slice(-REMEMBERED) } };
        }),
    }),
    { name: "pilothouse.drafts" },
  ),
);
