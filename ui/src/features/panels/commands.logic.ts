// Commands of the terminal that a panel replaces here.

import type { Command } from "@/api/generated";
import { commandStrings as words } from "@/strings/commands";

/** The names of the panels and pages a command can open. */
export type PanelTarget =
  | "help"
  | "settings"
  | "keys"
  | "context"
  | "cost"
  | "tasks"
  | "jobs"
  | "mcp"
  | "files"
  | "rewind"
  | "doctor"
  | "usage";

export interface PanelCommand {
  name: string;
  text: string;
  opens: PanelTarget;
  /** The part of the panel that it is about. */
  item?: string;
  /** Opens its panel even where the CLI knows the command: it would only print. */
  always: boolean;
}

export const panelCommands: PanelCommand[] = [
  { name: "help", text: words.help, opens: "help", always: true },
  { name: "config", text: words.config, opens: "settings", always: true },
  { name: "settings", text: words.settings, opens: "settings", always: true },
  { name: "fast", text: words.fast, opens: "settings", item: "fast", always: true },
  { name: "keybindings-help", text: words["keybindings-help"], opens: "keys", always: true },
  { name: "keybindings", text: words.keybindings, opens: "keys", always: true },
  { name: "permissions", text: words.permissions, opens: "settings", item: "rules", always: true },
  { name: "hooks", text: words.hooks, opens: "settings", item: "hooks", always: true },
  { name: "model", text: words.model, opens: "settings", item: "model", always: true },
  { name: "output-style", text: words["output-style"], opens: "settings", item: "style", always: true },
  { name: "mcp", text: words.mcp, opens: "mcp", always: true },
  { name: "tasks", text: words.tasks, opens: "jobs", always: true },
  { name: "bashes", text: words.bashes, opens: "jobs", always: true },
  { name: "todos", text: words.todos, opens: "tasks", always: true },
  { name: "rewind", text: words.rewind, opens: "rewind", always: true },
  { name: "doctor", text: words.doctor, opens: "doctor", always: true },
  { name: "status", text: words.status, opens: "help", always: true },
  { name: "context", text: words.context, opens: "context", always: false },
  { name: "cost", text: words.cost, opens: "cost", always: false },
  { name: "usage", text: words.usage, opens: "usage", always: false },
];

/**
 * The panel that a typed message opens instead of being sent.
 * A command with arguments is meant for the CLI, and so is one that only prints, where the CLI has it.
 */
export function panelFor(text: string, known: ReadonlySet<string>): PanelCommand | undefined {
  const name = /^\/([\w-]+)\s*$/.exec(text)?.[1];
  const command = panelCommands.find((one) => one.name === name);
  if (!command || (!command.always && known.has(command.name))) return undefined;
  return command;
}

/** The CLI's commands, and those that open a panel here though the CLI does not list them. */
export function withPanelCommands(commands: Command[]): Command[] {
  const known = new Set(commands.map((command) => command.name));
  const own = panelCommands
    .filter((command) => !known.has(command.name))
    .map(
      (command): Command => ({
        name: command.name,
        description: command.text,
        aliases: [],
        terminalOnly: false,
      }),
    );
  return [...commands, ...own];
}

/** A message with a command at its beginning: in the place of another one, before what was typed so far. */
export function withCommand(name: string, draft: string): string {
  return `/${name} ${draft.trimStart().replace(/^\/[\w:-]*\s*/, "")}`;
}
