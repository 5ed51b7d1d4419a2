// Commands for theme, contrast and motion.

import { Contrast, type LucideIcon, Moon, Sun, SunMoon, Waves } from "lucide-react";
import { type Theme, useTheme } from "@/lib/theme";
import { commands as words } from "@/strings";
import type { Command } from "./command";

const next: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };

/** Light, dark, and the system's choice, one after the other. */
export function toggleTheme(): void {
  const { theme, setTheme } = useTheme.getState();
  setTheme(next[theme]);
}

function toggleContrast(): void {
  const { contrast, setContrast } = useTheme.getState();
  setContrast(contrast === "more" ? "system" : "more");
}

type Look = ReturnType<typeof useTheme.getState>;

const choice = (
  id: string,
  title: string,
  icon: LucideIcon,
  isCurrent: (look: Look) => boolean,
  set: (look: Look) => void,
): Command => ({
  id,
  title,
  icon,
  group: "appearance",
  keys: [],
  isCurrent: () => isCurrent(useTheme.getState()),
  run: () => set(useTheme.getState()),
});

const ofTheme = (theme: Theme, title: string, icon: LucideIcon): Command =>
  choice(
    `theme.${theme}`,
    title,
    icon,
    (look) => look.theme === theme,
    (look) => look.setTheme(theme),
  );

export const appearanceCommands: readonly Command[] = [
  {
    id: "theme",
    title: words.theme,
    icon: SunMoon,
    group: "page",
    keys: [],
    slash: [{ name: "theme", always: false }],
    run: toggleTheme,
  },
  { id: "contrast", title: words.contrast, icon: Contrast, group: "page", keys: [], run: toggleContrast },
  ofTheme("system", words.themeSystem, SunMoon),
  ofTheme("light", words.themeLight, Sun),
  ofTheme("dark", words.themeDark, Moon),
  choice(
    "contrast.more",
    words.contrastMore,
    Contrast,
    (look) => look.contrast === "more",
    (look) => look.setContrast("more"),
  ),
  choice(
    "contrast.system",
    words.contrastSystem,
    Contrast,
    (look) => look.contrast === "system",
    (look) => look.setContrast("system"),
  ),
  choice(
    "motion.less",
    words.motionLess,
    Waves,
    (look) => look.motion === "less",
    (look) => look.setMotion("less"),
  ),
  choice(
    "motion.system",
    words.motionSystem,
    Waves,
    (look) => look.motion === "system",
    (look) => look.setMotion("system"),
  ),
];
