// One command for each panel, with the commands of the terminal that it replaces.

import { commands as words } from "@/strings/commands";
import { openPanel, togglePanel } from "../navigation";
import { panels } from "../panels";
import type { Command, Slash } from "./command";

const slash = (name: keyof typeof words.slash, item?: string): Slash => ({
  name,
  text: words.slash[name],
  always: true,
  ...(item === undefined ? {} : { item }),
});

const slashes: Record<string, Slash[]> = {
  settings: [
    slash("config"),
    slash("settings"),
    slash("fast", "fast"),
    slash("permissions", "rules"),
    slash("hooks", "hooks"),
    slash("model", "model"),
    slash("output-style", "style"),
  ],
  keys: [slash("keybindings-help"), slash("keybindings")],
  mcp: [slash("mcp")],
  jobs: [slash("tasks"), slash("bashes")],
  tasks: [slash("todos")],
  rewind: [slash("rewind")],
  context: [{ ...slash("context"), always: false }],
  cost: [{ ...slash("cost"), always: false }],
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
      keywords: words.panelKeywords[id] ?? [],
      ...(slashes[id] ? { slash: slashes[id] } : {}),
      ...(needs ? { needs } : {}),
      when: ({ session }) => scope === "host" || session !== undefined,
      run: (_, slash) => (slash ? openPanel(id, slash.item) : togglePanel(id)),
    }),
  );
