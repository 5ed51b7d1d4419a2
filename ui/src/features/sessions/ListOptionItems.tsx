import { Archive, Search } from "lucide-react";
import type { OpenMenu } from "@/components/ui/lazyMenu";
import { MenuChoice, MenuChoices, MenuItem, MenuLine, SpotMenu } from "@/components/ui/menu";
import { sessions as words } from "@/strings";
import { useArrangement } from "./listState";

export function ListOptionItems(menu: OpenMenu) {
  const { by, archived, set } = useArrangement();
  return (
    <SpotMenu open label={words.arrange} {...menu}>
      {/* The field takes the focus after the menu has given it back. */}
      <MenuItem icon={Search} onSelect={() => setTimeout(() => set({ filtering: true }))}>
        {words.filter}
      </MenuItem>
      <MenuItem icon={Archive} onSelect={() => set({ archived: !archived })}>
        {archived ? words.hideArchived : words.showArchived}
      </MenuItem>
      <MenuLine />
      <MenuChoices value={by} onValueChange={(next) => set({ by: next as typeof by })}>
        <MenuChoice value="state">{words.byState}</MenuChoice>
        <MenuChoice value="project">{words.byProject}</MenuChoice>
      </MenuChoices>
    </SpotMenu>
  );
}
