// Whether the window is wide enough for something.

import { useSyncExternalStore } from "react";

function watch(query: string) {
  const media = matchMedia(query);
  return {
    subscribe: (listener: () => void) => {
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    get: () => media.matches,
  };
}

// From 768 px there is a sidebar; from 1024 px there is room for a panel beside the conversation.
const sidebar = watch("(min-width: 48rem)");
const dock = watch("(min-width: 64rem)");

export const useHasSidebar = (): boolean => useSyncExternalStore(sidebar.subscribe, sidebar.get);
export const useHasDock = (): boolean => useSyncExternalStore(dock.subscribe, dock.get);

/** The same, asked once. */
export const hasSidebar = (): boolean => sidebar.get();
export const hasDock = (): boolean => dock.get();
