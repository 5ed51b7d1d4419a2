// What a command is. The menus, the palette, the shortcuts, the keys panel, the help and `/` are views of the registry.

import type { LucideIcon } from "lucide-react";
import type { Scope, SessionSummary } from "@/api/generated";
import type { Action } from "@/api/scope.logic";

export type CommandGroup = "session" | "conversation" | "panels" | "go" | "page" | "appearance";

/** What a command acts on, and what decides whether it is offered. */
export interface Context {
  /** Scope of this device; undefined until the server has reported it. */
  scope: Scope | undefined;
  /** The session the command acts on: the active one, or the one whose menu is open. */
  session: string | undefined;
  /** Its summary; undefined for CLI history and replays, which have none. */
  summary: SessionSummary | undefined;
  /** Sessions that are open side by side. */
  open: readonly string[];
  /** The panel that is open. */
  panel: string | undefined;
  /** Whether sessions fit side by side. */
  wide: boolean;
}

/** A command of the terminal that runs a command of the page when it is sent as a message. */
export interface Slash {
  /** Without the `/`. What it does is said in `slashTexts`. */
  name: string;
  /** Further names, which are not listed. */
  aliases?: string[];
  /** Runs here even where the CLI has the command, which would only print. */
  always: boolean;
  /** The part of a panel that it is about. */
  item?: string;
  /** Runs here with what follows its name, too. Without it, a command with arguments is sent to the CLI. */
  takesText?: boolean;
}

export interface Command {
  id: string;
  title: string;
  icon?: LucideIcon;
  group: CommandGroup;
  /** Key combinations until the person chooses others. */
  keys: string[];
  slash?: Slash[];
  /** What the device must be allowed to do. Part of `isOffered`. */
  needs?: Action;
  /** Whether it applies now. Without it, always. */
  when?: (context: Context) => boolean;
  /** Whether it is the choice that holds now, for commands that set something. */
  isCurrent?: (context: Context) => boolean;
  /** Absent where the field or list that has the focus reads the key: listed, but cannot be rebound. */
  run?: (context: Context, slash?: Slash, text?: string) => void;
  /** The menu that has it, and the section there. */
  menu?: { of: "session" | "conversation"; section: number };
  /** Cannot be undone: offered in its menu only. */
  menuOnly?: boolean;
  danger?: boolean;
}
