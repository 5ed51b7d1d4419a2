// The commands after `/`, in the order they are offered. Loaded with the lists that show them.

import type { Command as CliCommand } from "@/api/generated";
import { slashTexts } from "@/strings/late";
import { slashCommands, slashFor } from "./slash";

/** What people type most, first. */
const common = [
  "clear",
  "compact",
  "context",
  "model",
  "resume",
  "rewind",
  "config",
  "plan",
  "review",
  "init",
  "diff",
  "permissions",
  "mcp",
  "memory",
  "usage",
  "export",
];

/** What the CLI lists for other programs only (2.1.325). */
export const isInternal = ({ name }: CliCommand): boolean =>
  name.startsWith("__") || name === "workflow-launch-exec";

/** The CLI's commands, and those that run here though the CLI does not list them; common ones come first. */
export function withSlashCommands(listed: readonly CliCommand[]): CliCommand[] {
  const shown = listed.filter((command) => !isInternal(command));
  const known = new Set(shown.flatMap(({ name, aliases }) => [name, ...aliases]));
  const own = slashCommands
    .filter(({ slash }) => !known.has(slash.name))
    .map(
      ({ slash }): CliCommand => ({
        name: slash.name,
        description: slashTexts[slash.name] ?? "",
        aliases: slash.aliases ?? [],
        terminalOnly: false,
      }),
    );
  const place = ({ name }: CliCommand): number =>
    (common.indexOf(name) + common.length + 1) % (common.length + 1);
  return [...shown.map(runsHere), ...own].sort((left, right) => place(left) - place(right));
}

/** A command of the terminal alone that runs here is offered like any other. */
const runsHere = (command: CliCommand): CliCommand =>
  command.terminalOnly && slashFor(`/${command.name}`, new Set())
    ? { ...command, terminalOnly: false }
    : command;
