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

// From 768 px there is a sidebar.
const sidebar = watch("(min-width: 48rem)");

export const useHasSidebar = (): boolean => useSyncExternalStore(sidebar.subscribe, sidebar.get);

const onResize = (listener: () => void) => {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
};

export const useWindowWidth = (): number => useSyncExternalStore(onResize, () => innerWidth);

/** The same, asked once. */
export const hasSidebar = (): boolean => sidebar.get();
