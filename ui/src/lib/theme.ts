// Theme, contrast and motion of the page: chosen by the person or by the system.

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

/** The theme in effect, for drawings that a script must draw again when it changes. */
export const useLook = create<{ dark: boolean; look: string }>()(() => ({ dark: false, look: "" }));

const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");
const forced = matchMedia("(forced-colors: active)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

// Defined by public/theme.js, which has run before the first paint.
declare const showAppearance: (chosen: Pick<Appearance, "theme" | "contrast" | "motion">) => void;

function show(): void {
  showAppearance(useTheme.getState());
  const page = document.documentElement.dataset;
  useLook.setState({
    dark: page.theme === "dark",
    look: `${page.theme} ${page.contrast} ${forced.matches ? "forced" : ""}`,
  });
}

/** Applies the chosen theme, and applies it again on every change. */
export function startTheme(): void {
  show();
  useTheme.subscribe(show);
  for (const media of [dark, contrast, forced, still]) media.addEventListener("change", show);
}
