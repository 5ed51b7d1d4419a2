// What is open over the page: one thing at a time.

import { create } from "zustand";

export type Overlay = "newSession" | "palette" | "beside";

interface Overlays {
  shown: Overlay | undefined;
  show: (overlay: Overlay) => void;
  hide: () => void;
}

export const useOverlays = create<Overlays>()((set) => ({
  shown: undefined,
  show: (shown) => set({ shown }),
  hide: () => set({ shown: undefined }),
}));
