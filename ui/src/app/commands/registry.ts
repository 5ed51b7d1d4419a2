// Every command of the page. To add one: an entry in one of the tables, and `useHandler` where a component runs it.

import { can } from "@/api/scope.logic";
import { appearanceCommands } from "./appearance";
import type { Command, CommandGroup, Context } from "./command";
import { contextOf, useCommandContext } from "./context";
import { conversationCommands } from "./conversation";
import { goCommands } from "./go";
import { panelCommands } from "./panels";
import { sessionCommands } from "./session";

/** In the order of the palette. */
export const groups: readonly CommandGroup[] = [
  "session",
  "conversation",
  "panels",
  "go",
  "page",
  "appearance",
];

export const commands: readonly Command[] = [
  ...sessionCommands,
  ...conversationCommands,
  ...panelCommands,
  ...goCommands,
  ...appearanceCommands,
];

const byId = new Map(commands.map((command) => [command.id, command]));

export const findCommand = (id: string): Command | undefined => byId.get(id);

/** Whether a command can be run here and now, by this device. */
export const isOffered = (command: Command, context: Context): boolean =>
  command.run !== undefined && can(context.scope, command.needs) && (command.when?.(context) ?? true);

/** Runs a command if it is offered; returns whether it was. */
export function runCommand(id: string, session?: string): boolean {
  const command = byId.get(id);
  const context = contextOf(session);
  if (!command || !isOffered(command, context)) return false;
  command.run?.(context);
  return true;
}

/** The commands of a menu that apply to a session, by section. */
export function useMenu(of: "session" | "conversation", session: string): Command[][] {
  return menuOf(of, useCommandContext(session));
}

export function menuOf(of: "session" | "conversation", context: Context): Command[][] {
  const sections = new Map<number, Command[]>();
  for (const command of commands) {
    if (command.menu?.of !== of || !isOffered(command, context)) continue;
    const { section } = command.menu;
    sections.set(section, [...(sections.get(section) ?? []), command]);
  }
  return [...sections.values()];
}
