// What Enter does while Claude works, as this browser was told.

import { create } from "zustand";
import { persist } from "zustand/middleware";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { type EnterDoes, enterDoes } from "./sending.logic";

interface Sending {
  enter: EnterDoes;
  setEnter: (enter: EnterDoes) => void;
}

export const useSending = create<Sending>()(
  persist((set) => ({ enter: "steer", setEnter: (enter) => set({ enter }) }), { name: "pilothouse.sending" }),
);

/** What Enter does in a session while Claude works. */
export function useEnter(session: string): EnterDoes {
  const info = useView(session, select.info);
  return enterDoes(
    useSending((state) => state.enter),
    info,
  );
}
