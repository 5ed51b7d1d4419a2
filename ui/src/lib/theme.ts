// Light, dark, or what the system says.

import { create } from "zustand";
import { persist } from "zustand/middleware";

export type Theme = "system" | "light" | "dark";

interface ThemeState {
  theme: Theme;
  setTheme: (theme: Theme) => void;
}

export const useTheme = create<ThemeState>()(
  persist((set) => ({ theme: "system", setTheme: (theme) => set({ theme }) }), { name: "pilothouse.theme" }),
);

const dark = matchMedia("(prefers-color-scheme: dark)");

function show(): void {
  const { theme } = useTheme.getState();
  const isDark = theme === "dark" || (theme === "system" && dark.matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
}

/** Keeps the page in the chosen theme. */
export function startTheme(): void {
  show();
  useTheme.subscribe(show);
  dark.addEventListener("change", show);
}
