// Commands of the terminal that a panel replaces here.

import type { Command } from "@/api/generated";

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
  /** Opens its panel even where the CLI knows the command: it would only print. */
  always: boolean;
}

export const panelCommands: PanelCommand[] = [
  { name: "help", text: "What can be done here", opens: "help", always: true },
  { name: "config", text: "Settings of this session", opens: "settings", always: true },
  { name: "settings", text: "Settings of this session", opens: "settings", always: true },
  { name: "fast", text: "Fast mode, model and effort", opens: "settings", always: true },
  { name: "keybindings-help", text: "Keys, and how to change them", opens: "keys", always: true },
  { name: "keybindings", text: "Keys, and how to change them", opens: "keys", always: true },
  { name: "permissions", text: "Rules of this session", opens: "settings", always: true },
  { name: "hooks", text: "What the CLI runs by itself", opens: "settings", always: true },
  { name: "model", text: "Choose the model", opens: "settings", always: true },
  { name: "output-style", text: "How answers are worded", opens: "settings", always: true },
  { name: "mcp", text: "MCP servers of this session", opens: "mcp", always: true },
  { name: "tasks", text: "Background work", opens: "jobs", always: true },
  { name: "bashes", text: "Background work", opens: "jobs", always: true },
  { name: "todos", text: "The task list", opens: "tasks", always: true },
  { name: "rewind", text: "Restore files to an earlier message", opens: "rewind", always: true },
  { name: "doctor", text: "The CLI and this host, checked", opens: "doctor", always: true },
  { name: "status", text: "Version, model and account", opens: "help", always: true },
  { name: "context", text: "How full the context is", opens: "context", always: false },
  { name: "cost", text: "What the session has cost", opens: "cost", always: false },
  { name: "usage", text: "Usage of all sessions", opens: "usage", always: false },
];

/**
 * The panel that a typed message opens instead of being sent.
 * A command with arguments is meant for the CLI, and so is one that only prints, where the CLI has it.
 */
export function panelFor(text: string, known: ReadonlySet<string>): PanelTarget | undefined {
  const name = /^\/([\w-]+)\s*$/.exec(text)?.[1];
  const command = panelCommands.find((one) => one.name === name);
  if (!command || (!command.always && known.has(command.name))) return undefined;
  return command.opens;
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
