// The panels beside the conversation. To add one: a line in the table, and a module that exports `Panel`.

import {
  Bot,
  Cable,
  CircleDollarSign,
  CircleHelp,
  FolderTree,
  Gauge,
  GitCompare,
  History,
  Keyboard,
  List,
  ListTodo,
  type LucideIcon,
  Plug,
  SlidersHorizontal,
} from "lucide-react";
import type { ComponentType } from "react";
import type { Action } from "@/api/scope";
import { type Later, later, soon } from "@/lib/later";
import { titles } from "@/strings";
import { withLateTexts } from "@/strings/withLateTexts";

export interface PanelProps {
  /** The session the panel is about: the active one. Empty on pages, which only panels of the host meet. */
  session: string;
  /** What to show in it, from the address. */
  item: string | undefined;
}

export interface PanelEntry {
  /** Stands in the address. */
  id: string;
  title: string;
  icon: LucideIcon;
  /** Panels of a session are offered while one is open; panels of the host everywhere. */
  scope: "session" | "host";
  /** Without it the panel is not offered: its requests would be refused. */
  needs?: Action;
  /** Such as `Alt+1`. The person can change it. */
  shortcut?: string;
  component: Later<PanelProps>;
}

/** A panel that is loaded when it is first opened. */
export const panel = (
  entry: Omit<PanelEntry, "component">,
  load: () => Promise<{ Panel: ComponentType<PanelProps> }>,
): PanelEntry => ({
  ...entry,
  component: soon(later(withLateTexts(() => load().then((module) => module.Panel)))),
});

/** The panels, in the order of their tabs. */
export const panels: readonly PanelEntry[] = [
  panel(
    { id: "changes", title: titles.changes, icon: GitCompare, scope: "session", shortcut: "Alt+D" },
    async () => ({ Panel: (await import("@/features/diff/ChangesPanel")).ChangesPanel }),
  ),
  panel(
    { id: "files", title: titles.files, icon: FolderTree, scope: "session", shortcut: "Alt+Shift+F" },
    async () => ({ Panel: (await import("@/features/panels/files/FilesPanel")).FilesPanel }),
  ),
  panel(
    { id: "outline", title: titles.outline, icon: List, scope: "session", shortcut: "Alt+Shift+O" },
    async () => ({ Panel: (await import("@/features/panels/outline/OutlinePanel")).OutlinePanel }),
  ),
  panel(
    { id: "tasks", title: titles.tasks, icon: ListTodo, scope: "session", shortcut: "Alt+Shift+L" },
    async () => ({ Panel: (await import("@/features/panels/tasks/TasksPanel")).TasksPanel }),
  ),
  panel(
    { id: "jobs", title: titles.jobs, icon: Bot, scope: "session", shortcut: "Alt+Shift+A" },
    async () => ({
      Panel: (await import("@/features/panels/jobs/JobsPanel")).JobsPanel,
    }),
  ),
  panel(
    {
      id: "mcp",
      title: titles.mcp,
      icon: Plug,
      scope: "session",
      needs: "manageSessions",
      shortcut: "Alt+Shift+M",
    },
    async () => ({
      Panel: (await import("@/features/panels/mcp/McpPanel")).McpPanel,
    }),
  ),
  panel(
    {
      id: "context",
      title: titles.context,
      icon: Gauge,
      scope: "session",
      needs: "manageSessions",
      shortcut: "Alt+Shift+C",
    },
    async () => ({ Panel: (await import("@/features/panels/context/ContextPanel")).ContextPanel }),
  ),
  panel(
    { id: "cost", title: titles.cost, icon: CircleDollarSign, scope: "session", shortcut: "Alt+Shift+U" },
    async () => ({ Panel: (await import("@/features/panels/cost/CostPanel")).CostPanel }),
  ),
  panel(
    {
      id: "rewind",
      title: titles.rewind,
      icon: History,
      scope: "session",
      needs: "manageSessions",
      shortcut: "Alt+Shift+R",
    },
    async () => ({ Panel: (await import("@/features/panels/rewind/RewindPanel")).RewindPanel }),
  ),
  panel(
    { id: "wire", title: titles.wire, icon: Cable, scope: "session", shortcut: "Alt+Shift+W" },
    async () => ({
      Panel: (await import("@/features/panels/wire/WirePanel")).WirePanel,
    }),
  ),
  panel(
    {
      id: "settings",
      title: titles.settings,
      icon: SlidersHorizontal,
      scope: "session",
      needs: "manageSessions",
      shortcut: "Mod+,",
    },
    async () => ({ Panel: (await import("@/features/panels/settings/SettingsPanel")).SettingsPanel }),
  ),
  panel({ id: "help", title: titles.help, icon: CircleHelp, scope: "host" }, async () => ({
    Panel: (await import("@/features/panels/help/HelpPanel")).HelpPanel,
  })),
  panel(
    { id: "keys", title: titles.keys, icon: Keyboard, scope: "host", shortcut: "Alt+Shift+K" },
    async () => ({
      Panel: (await import("@/features/panels/keys/KeysPanel")).KeysPanel,
    }),
  ),
];

export const findPanel = (id: string): PanelEntry | undefined => panels.find((entry) => entry.id === id);
