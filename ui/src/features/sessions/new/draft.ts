// What was typed into the form. It survives closing it; what is chosen every time is kept on this device.

import { create } from "zustand";
import { persist } from "zustand/middleware";
import { type Draft, emptyDraft } from "./newSession.logic";

interface DraftState {
  draft: Draft;
  change: (change: Partial<Draft>) => void;
  /** After a start: keeps how sessions are started, forgets what this one was about. */
  started: () => void;
}

const kept = ({ project, model, mode, effort }: Draft) => ({ project, model, mode, effort });

export const useNewSessionDraft = create<DraftState>()(
  persist(
    (set) => ({
      draft: emptyDraft,
      change: (change) => set(({ draft }) => ({ draft: { ...draft, ...change } })),
      started: () => set(({ draft }) => ({ draft: { ...emptyDraft, ...kept(draft) } })),
    }),
    {
      name: "pilothouse.newSession",
      partialize: ({ draft }) => ({ draft: { ...kept(draft), message: draft.message } }),
      merge: (stored, state) => {
        const before = (stored as { draft?: Partial<Draft> } | undefined)?.draft;
        return { ...state, draft: { ...state.draft, ...before } };
      },
    },
  ),
);
