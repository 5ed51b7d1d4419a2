// What was typed and not sent, by session. It survives reloads, and other tabs know of it.

import { create } from "zustand";
import { persist } from "zustand/middleware";
import { followOtherTabs } from "@/lib/otherTabs";

interface DraftState {
  drafts: Record<string, string>;
  history: Record<string, string[]>;
  /** What Esc cleared last. */
  cleared: Record<string, string>;
  setDraft: (session: string, text: string) => void;
  sent: (session: string, text: string) => void;
  /** Takes the draft away; it can be restored. */
  clear: (session: string) => void;
  restore: (session: string) => void;
}

/** How many prompts are remembered for the Up key. */
const REMEMBERED = 50;

function without<T>(all: Record<string, T>, session: string): Record<string, T> {
  const { [session]: _, ...rest } = all;
  return rest;
}

function remembered(history: DraftState["history"], session: string, text: string): DraftState["history"] {
  const before = (history[session] ?? []).filter((earlier) => earlier !== text);
  return { ...history, [session]: [...before, text].slice(-REMEMBERED) };
}

/** What was typed while a message was on its way. */
function unsent(draft: string, sent: string): string {
  if (draft.trim() === sent.trim()) return "";
  return draft.startsWith(sent) ? draft.slice(sent.length).trimStart() : draft;
}

export const useDrafts = create<DraftState>()(
  persist(
    (set) => ({
      drafts: {},
      history: {},
      cleared: {},
      setDraft: (session, text) => set((state) => ({ drafts: { ...state.drafts, [session]: text } })),
      sent: (session, text) =>
        set((state) => {
          const rest = unsent(state.drafts[session] ?? "", text);
          const drafts = rest === "" ? without(state.drafts, session) : { ...state.drafts, [session]: rest };
          const cleared = without(state.cleared, session);
          return { drafts, cleared, history: remembered(state.history, session, text) };
        }),
      clear: (session) =>
        set((state) => {
          const text = state.drafts[session] ?? "";
          if (text.trim() === "") return { drafts: without(state.drafts, session) };
          return {
            drafts: without(state.drafts, session),
            history: remembered(state.history, session, text),
            cleared: { ...state.cleared, [session]: text },
          };
        }),
      restore: (session) =>
        set(({ drafts, cleared }) => ({
          drafts: { ...drafts, [session]: cleared[session] ?? "" },
          cleared: without(cleared, session),
        })),
    }),
    { name: "pilothouse.drafts" },
  ),
);

followOtherTabs(useDrafts);
