import { Fragment } from "react";
import { MenuItem, MenuLine } from "@/components/ui/menu";
import { keyLabel, useBindings } from "../shortcuts/bindings";
import { contextOf } from "./context";
import { useMenu } from "./registry";

interface CommandItemsProps {
  menu: "session" | "conversation";
  session: string;
  /** Runs the chosen command once the menu no longer holds the focus. */
  choose: (run: () => void) => void;
}

/** The commands of a menu, with their keys. */
export function CommandItems({ menu, session, choose }: CommandItemsProps) {
  const chosen = useBindings((state) => state.chosen);
  const sections = useMenu(menu, session);
  return sections.map((section, index) => (
    <Fragment key={section[0]?.id}>
      {index > 0 && <MenuLine />}
      {section.map((command) => (
        <MenuItem
          key={command.id}
          {...(command.icon ? { icon: command.icon } : {})}
          danger={command.danger ?? false}
          hotkey={keyLabel(command, chosen)}
          onSelect={() => choose(() => command.run?.(contextOf(session)))}
        >
          {command.title}
        </MenuItem>
      ))}
    </Fragment>
  ));
}
