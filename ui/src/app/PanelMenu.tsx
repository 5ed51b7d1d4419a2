import type { OpenMenu } from "@/components/ui/lazyMenu";
import { MenuItem, SpotMenu } from "@/components/ui/menu";
import { shell } from "@/strings";
import { findCommand } from "./commands/registry";
import { openPanel } from "./navigation";
import type { PanelEntry } from "./panels";
import { keyLabel, useBindings } from "./shortcuts/bindings";

/** The panels that have no tab of their own. */
export function PanelMenu({ offered, open, ...menu }: OpenMenu & { offered: PanelEntry[]; open: string }) {
  const chosen = useBindings((state) => state.chosen);
  return (
    <SpotMenu open label={shell.panels} {...menu}>
      {offered.map(({ id, title, icon }) => (
        <MenuItem
          key={id}
          icon={icon}
          disabled={id === open}
          hotkey={keyLabel(findCommand(`panel.${id}`), chosen)}
          onSelect={() => openPanel(id)}
        >
          {title}
        </MenuItem>
      ))}
    </SpotMenu>
  );
}
