// Commands of the terminal, typed as a message or chosen from a list, that run a command of the page.

import { connection } from "@/api/connection";
import type { Command, Slash } from "./command";
import { contextOf } from "./context";
import { commands, isOffered } from "./registry";

interface SlashCommand {
  command: Command;
  slash: Slash;
}

/** Every command of the terminal that runs here. */
export const slashCommands: readonly SlashCommand[] = commands.flatMap((command) =>
  (command.slash ?? []).map((slash) => ({ command, slash })),
);

/**
 * The command that a typed message runs instead of being sent, and what follows its name.
 * One that takes no text is sent to the CLI with it, and so is one that only prints, where the CLI has it.
 */
export function slashFor(
  typed: string,
  known: ReadonlySet<string>,
): (SlashCommand & { text: string }) | undefined {
  const [, name = "", text = ""] = /^\/([\w-]+)(?:\s+([\s\S]*))?$/.exec(typed.trim()) ?? [];
  const found = slashCommands.find(({ slash }) => slash.name === name || slash.aliases?.includes(name));
  if (!found || (!found.slash.always && known.has(name)) || (text !== "" && !found.slash.takesText))
    return undefined;
  return { ...found, text };
}

/** Runs the command of a message instead of sending it; returns whether there is one. */
export function runSlash(session: string, typed: string): boolean {
  const listed = connection.peek(session)?.info.commands.filter((command) => !command.terminalOnly) ?? [];
  const found = slashFor(typed, new Set(listed.map((command) => command.name)));
  const context = contextOf(session);
  if (!found || !isOffered(found.command, context)) return false;
  found.command.run?.(context, found.slash, found.text || undefined);
  return true;
}

/** A message with a command at its beginning: in the place of another one, before what was typed so far. */
export function withCommand(name: string, draft: string): string {
  return `/${name} ${draft.trimStart().replace(/^\/[\w:-]*\s*/, "")}`;
}
