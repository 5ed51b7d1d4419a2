// The panels beside the conversation. To add one: a line in the table, and a module that exports `Panel`.

import type { LucideIcon } from "lucide-react";
import { type ComponentType, lazy } from "react";

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
  /** Such as `Alt+1`. The person can change it. */
  shortcut?: string;
  component: ComponentType<PanelProps>;
}

/** A panel that is loaded when it is first opened. */
export const panel = (
  entry: Omit<PanelEntry, "component">,
  load: () => Promise<{ Panel: ComponentType<PanelProps> }>,
): PanelEntry => ({
  ...entry,
  component: lazy(() => load().then((module) => ({ default: module.Panel }))),
});

/** The panels, in the order of their tabs. */
export const panels: readonly PanelEntry[] = [];

export const findPanel = (id: string): PanelEntry | undefined => panels.find((entry) => entry.id === id);
