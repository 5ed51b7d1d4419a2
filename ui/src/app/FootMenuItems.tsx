import { CircleHelp, Command, Keyboard, SunMoon } from "lucide-react";
import { useHost } from "@/api/hooks";
import type { OpenMenu } from "@/components/ui/lazyMenu";
import { MenuItem, MenuLine, MenuTitle, SpotMenu } from "@/components/ui/menu";
import { shell, titles, commands as words } from "@/strings";
import { runCommand } from "./commands/registry";
import { openPage, openPanel } from "./navigation";
import { pages } from "./pages";
import { useKeyLabel } from "./shortcuts/bindings";

/** The pages that are not used all day, the palette, help and the theme. */
export function FootMenuItems({ onLeave, ...menu }: OpenMenu & { onLeave: (() => void) | undefined }) {
  const host = useHost();
  const paletteKey = useKeyLabel("palette");
  // What opens takes the focus after the menu has given it back.
  const leaving = (run: () => void) => () =>
    setTimeout(() => {
      run();
      onLeave?.();
    });
  return (
    <SpotMenu open label={shell.more} {...menu}>
      {host && (
        <MenuTitle>
          {shell.server(host.hostname)}
          <br />
          {host.demo
            ? shell.demoHint
            : `${shell.cli(host.cli.version ?? "")} ${shell.cliVerdict[host.cli.verdict]}`}
        </MenuTitle>
      )}
      {pages
        .filter(({ place }) => place === "foot")
        .map(({ id, title, icon }) => (
          <MenuItem key={id} icon={icon} onSelect={leaving(() => openPage(id))}>
            {title}
          </MenuItem>
        ))}
      <MenuLine />
      <MenuItem icon={Command} hotkey={paletteKey} onSelect={leaving(() => void runCommand("palette"))}>
        {shell.palette}
      </MenuItem>
      <MenuItem icon={Keyboard} onSelect={leaving(() => openPanel("keys"))}>
        {titles.keys}
      </MenuItem>
      <MenuItem icon={CircleHelp} onSelect={leaving(() => openPanel("help"))}>
        {titles.help}
      </MenuItem>
      <MenuItem icon={SunMoon} onSelect={() => runCommand("theme")}>
        {words.theme}
      </MenuItem>
    </SpotMenu>
  );
}
