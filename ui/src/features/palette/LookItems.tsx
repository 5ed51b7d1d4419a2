import { useTheme } from "@/lib/theme";
import { palette as words } from "@/strings/palette";
import { type Choose, Group, Item } from "./Palette";

export function LookItems({ choose }: { choose: Choose }) {
  const { theme, contrast, motion, setTheme, setContrast, setMotion } = useTheme();
  const items = [
    { text: words.themeSystem, now: theme === "system", run: () => setTheme("system") },
    { text: words.themeLight, now: theme === "light", run: () => setTheme("light") },
    { text: words.themeDark, now: theme === "dark", run: () => setTheme("dark") },
    { text: words.contrastMore, now: contrast === "more", run: () => setContrast("more") },
    { text: words.contrastSystem, now: contrast === "system", run: () => setContrast("system") },
    { text: words.motionLess, now: motion === "less", run: () => setMotion("less") },
    { text: words.motionSystem, now: motion === "system", run: () => setMotion("system") },
  ];
  return (
    <Group heading={words.look}>
      {items.map(({ text, now, run }) => (
        <Item key={text} value={text} onSelect={choose(run)} end={now && words.current}>
          {text}
        </Item>
      ))}
    </Group>
  );
}
