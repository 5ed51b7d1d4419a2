// How the list is arranged, and what is open in it: the menu of a session, the field for its name.

import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { Spot } from "@/components/ui/menu";
import type { Arrangement } from "./sessions.logic";

interface ListArrangement extends Arrangement {
  /** Whether the field for the filter is open. */
  filtering: boolean;
  set: (change: Partial<Omit<ListArrangement, "set">>) => void;
}

export const useArrangement = create<ListArrangement>()(
  persist(
    (set) => ({ by: "state", archived: false, filter: "", filtering: false, set: (change) => set(change) }),
    {
      name: "pilothouse.list",
      version: 1,
      partialize: ({ by }) => ({ by }),
    },
  ),
);

interface MenuOf {
  session: string;
  at: Spot;
  /** What had the focus, and gets it back. */
  from: HTMLElement | null;
}

interface ListState {
  menu: MenuOf | undefined;
  renaming: string | undefined;
  openMenu: (menu: MenuOf) => void;
  closeMenu: () => void;
  rename: (session: string) => void;
  endRename: () => void;
}

export const useListState = create<ListState>()((set) => ({
  menu: undefined,
  renaming: undefined,
  openMenu: (menu) => set({ menu }),
  closeMenu: () => set({ menu: undefined }),
  rename: (renaming) => set({ renaming }),
  endRename: () => set({ renaming: undefined }),
}));

/** Opens the menu under the button that asks for it. */
export function openMenuAt(session: string, button: HTMLElement): void {
  const box = button.getBoundingClientRect();
  useListState.getState().openMenu({ session, at: { x: box.left, y: box.bottom }, from: button });
}
