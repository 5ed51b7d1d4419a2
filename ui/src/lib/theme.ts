// How the page looks: light, dark, or as the system says; more contrast; less motion.

import { create } from "zustand";
import { persist } from "zustand/middleware";

export type Theme = "system" | "light" | "dark";
export type Contrast = "system" | "more";
export type Motion = "system" | "less";

interface Appearance {
  theme: Theme;
  contrast: Contrast;
  motion: Motion;
  setTheme: (theme: Theme) => void;
  setContrast: (contrast: Contrast) => void;
  setMotion: (motion: Motion) => void;
}

export const useTheme = create<Appearance>()(
  persist(
    (set) => ({
      theme: "system",
      contrast: "system",
      motion: "system",
      setTheme: (theme) => set({ theme }),
      setContrast: (contrast) => set({ contrast }),
      setMotion: (motion) => set({ motion }),
    }),
    { name: "pilothouse.theme" },
  ),
);

/** How the page looks at the moment, for what is drawn by a script and must be drawn again. */
export const useLook = create<{ dark: boolean; look: string }>()(() => ({ dark: false, look: "" }));

const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");
const forced = matchMedia("(forced-colors: active)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

function show(): void {
  const chosen = useTheme.getState();
  const page = document.documentElement.dataset;
  page.theme = chosen.theme === "dark" || (chosen.theme === "system" && dark.matches) ? "dark" : "light";
  page.contrast = chosen.contrast === "more" || contrast.matches ? "more" : "normal";
  useLook.setState({
    dark: page.theme === "dark",
    look: `${page.theme} ${page.contrast} ${forced.matches ? "forced" : ""}`,
  });
  page.motion = chosen.motion === "less" || still.matches ? "less" : "normal";
}

/** Keeps the page as it was chosen to look. */
export function startTheme(): void {
  show();
  useTheme.subscribe(show);
  for (const media of [dark, contrast, forced, still]) media.addEventListener("change", show);
}
