import { Moon, Sun, SunMoon } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { type Theme, useTheme } from "@/lib/theme";
import { strings } from "@/strings";
import { useShortcut } from "./shortcuts/registry";

const next: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const icons = { system: SunMoon, light: Sun, dark: Moon };
const words = { system: strings.themeSystem, light: strings.themeLight, dark: strings.themeDark };

/** Light, dark, or what the system says, one after the other. */
export function ThemeButton() {
  const { theme, setTheme } = useTheme();
  const Icon = icons[theme];
  return (
    <IconButton label={`${strings.theme}: ${words[theme]}`} onClick={() => setTheme(next[theme])}>
      <Icon size={16} />
    </IconButton>
  );
}

/** The same, by key and palette. */
export function useThemeShortcuts(): void {
  useShortcut("theme", () => {
    const { theme, setTheme } = useTheme.getState();
    setTheme(next[theme]);
  });
  useShortcut("contrast", () => {
    const { contrast, setContrast } = useTheme.getState();
    setContrast(contrast === "more" ? "system" : "more");
  });
}
