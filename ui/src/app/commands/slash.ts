// Commands of the terminal, typed as a message or chosen from a list, that run a command of the page.

import { connection } from "@/api/connection";
import type { Command as CliCommand } from "@/api/generated";
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
 * The command that a typed message runs instead of being sent.
 * A command with arguments is sent to the CLI, and so is one that only prints, where the CLI has it.
 */
export function slashFor(text: string, known: ReadonlySet<string>): SlashCommand | undefined {
  const name = /^\/([\w-]+)\s*$/.exec(text)?.[1];
  const found = slashCommands.find(({ slash }) => slash.name === name);
  if (!found || (!found.slash.always && known.has(found.slash.name))) return undefined;
  return found;
}

/** The CLI's commands, and those that run here though the CLI does not list them. */
export function withSlashCommands(listed: CliCommand[]): CliCommand[] {
  const known = new Set(listed.map((command) => command.name));
  const own = slashCommands
    .filter(({ slash }) => !known.has(slash.name))
    .map(
      ({ slash }): CliCommand => ({
        name: slash.name,
        description: slash.text,
        aliases: [],
        terminalOnly: false,
      }),
    );
  return [...listed.map(runsHere), ...own];
}

/** A command of the terminal alone that runs here is offered like any other. */
const runsHere = (command: CliCommand): CliCommand =>
  command.terminalOnly && slashFor(`/${command.name}`, new Set())
    ? { ...command, terminalOnly: false }
    : command;

/** Runs the command of a message instead of sending it; returns whether there is one. */
export function runSlash(session: string, text: string): boolean {
  const listed = connection.peek(session)?.info.commands.filter((command) => !command.terminalOnly) ?? [];
  const found = slashFor(text, new Set(listed.map((command) => command.name)));
  const context = contextOf(session);
  if (!found || !isOffered(found.command, context)) return false;
  found.command.run?.(context, found.slash);
  return true;
}

/** A message with a command at its beginning: in the place of another one, before what was typed so far. */
export function withCommand(name: string, draft: string): string {
  return `/${name} ${draft.trimStart().replace(/^\/[\w:-]*\s*/, "")}`;
}
