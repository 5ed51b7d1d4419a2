import { useTheme } from "@/lib/theme";
import { palette as words } from "@/strings/palette";
import type { Group } from "./palette.logic";

/** How the page looks. */
export function useLook(): Group {
  const { theme, contrast, motion, setTheme, setContrast, setMotion } = useTheme();
  const choices = [
    { title: words.themeSystem, now: theme === "system", run: () => setTheme("system") },
    { title: words.themeLight, now: theme === "light", run: () => setTheme("light") },
    { title: words.themeDark, now: theme === "dark", run: () => setTheme("dark") },
    { title: words.contrastMore, now: contrast === "more", run: () => setContrast("more") },
    { title: words.contrastSystem, now: contrast === "system", run: () => setContrast("system") },
    { title: words.motionLess, now: motion === "less", run: () => setMotion("less") },
    { title: words.motionSystem, now: motion === "system", run: () => setMotion("system") },
  ];
  const items = choices.map(({ title, now, run }) => ({
    value: title,
    title,
    also: [words.look],
    run,
    end: now && words.current,
  }));
  return { heading: words.look, items };
}
