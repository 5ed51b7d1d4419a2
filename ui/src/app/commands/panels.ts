// One command for each panel, with the commands of the terminal that it replaces.

import { openPanel, togglePanel } from "../navigation";
import { panels } from "../panels";
import type { Command, Slash } from "./command";

const slash = (name: string, more: Partial<Slash> = {}): Slash => ({ name, always: true, ...more });

const slashes: Record<string, Slash[]> = {
  settings: [
    slash("config", { aliases: ["settings"] }),
    slash("fast", { item: "fast" }),
    slash("permissions", { item: "rules", aliases: ["allowed-tools"] }),
    slash("hooks", { item: "hooks" }),
    slash("model", { item: "model" }),
    slash("output-style", { item: "style" }),
    slash("add-dir", { item: "directories", takesText: true }),
  ],
  keys: [slash("keybindings", { aliases: ["keybindings-help"] })],
  mcp: [slash("mcp")],
  jobs: [slash("tasks", { aliases: ["bashes", "workflows"] })],
  tasks: [slash("todos")],
  rewind: [slash("rewind", { aliases: ["checkpoint", "undo"] })],
  context: [slash("context", { always: false })],
  cost: [slash("cost", { always: false })],
  changes: [slash("diff", { always: false })],
};

/** Help has a command of its own (`help`). */
export const panelCommands: readonly Command[] = panels
  .filter(({ id }) => id !== "help")
  .map(
    ({ id, title, icon, scope, needs, shortcut }): Command => ({
      id: `panel.${id}`,
      title,
      icon,
      group: "panels",
      keys: shortcut ? [shortcut] : [],
      ...(slashes[id] ? { slash: slashes[id] } : {}),
      ...(needs ? { needs } : {}),
      when: ({ session }) => scope === "host" || session !== undefined,
      run: (_, slash, text) =>
        slash ? openPanel(id, [slash.item, text].filter(Boolean).join(" ")) : togglePanel(id),
    }),
  );
