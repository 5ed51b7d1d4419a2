import type { Command } from "@/app/commands/command";
import { contextOf, useCommandContext } from "@/app/commands/context";
import { commands, groups, isOffered } from "@/app/commands/registry";
import { useActiveSession } from "@/app/navigation";
import { keyLabel, useBindings } from "@/app/shortcuts/bindings";
import { commands as commandWords } from "@/strings";
import { palette as words } from "@/strings/late";
import { alsoOf, type Group, type Item } from "./palette.logic";

/** The commands that are offered now, with their keys. */
export function useCommandGroups(): Group[] {
  const context = useCommandContext(useActiveSession());
  const chosen = useBindings((state) => state.chosen);
  const offered = commands.filter(
    (command) => command.id !== "palette" && !command.menuOnly && isOffered(command, context),
  );
  const itemOf = (command: Command): Item => {
    const { id, title, icon: Icon } = command;
    const key = keyLabel(command, chosen);
    return {
      value: `do ${id}`,
      title,
      also: alsoOf(command),
      run: () => command.run?.(contextOf()),
      shown: (
        <>
          {Icon && <Icon size={14} aria-hidden className="shrink-0 text-faint" />}
          {title}
        </>
      ),
      end: command.isCurrent?.(context) ? words.current : key && <kbd className="font-mono">{key}</kbd>,
    };
  };
  return groups.map((group) => ({
    heading: commandWords.groups[group],
    items: offered.filter((command) => command.group === group).map(itemOf),
  }));
}
