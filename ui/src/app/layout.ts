// Widths and what is folded away, remembered on this device.

import { create } from "zustand";
import { persist } from "zustand/middleware";

interface Layout {
  sidebarWidth: number;
  sidebarHidden: boolean;
  dockWidth: number;
  /** Whether tasks stand in columns. */
  taskBoard: boolean;
  /** The panel that was open last. */
  lastPanel: string;
  /** Shares of the open sessions, left to right; made equal when their number changes. */
  shares: number[];
  /** On a phone: whether the list is open over the conversation. */
  sheetOpen: boolean;
  set: (change: Partial<Omit<Layout, "set">>) => void;
}

export const useLayout = create<Layout>()(
  persist(
    (set) => ({
      sidebarWidth: 264,
      sidebarHidden: false,
      dockWidth: 372,
      taskBoard: false,
      lastPanel: "",
      shares: [],
      sheetOpen: false,
      set: (change) => set(change),
    }),
    { name: "pilothouse.layout", partialize: ({ sheetOpen: _, set: __, ...kept }) => kept },
  ),
);
