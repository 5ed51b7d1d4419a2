// Every key of the page, in one table: the palette, the help panel and the keybindings panel read it.
// To add one: a line here, and `useShortcut("its.id", run)` in the component that does it.

import type { Action } from "@/api/scope";
import { keys as words } from "@/strings/keys";

export interface Shortcut {
  id: string;
  title: string;
  /** Under which heading it is listed. */
  group: "go" | "session" | "conversation" | "panels" | "page";
  /** The combinations it has until somebody chooses another. */
  keys: string[];
  /** What the device must be allowed to do; otherwise the key does nothing and nothing offers it. */
  needs?: Action;
  /** Done by the field or list that has the focus; listed, but not changeable. */
  fixed?: boolean;
}

// Ctrl+K is left to /clear, as in a terminal; the palette has Ctrl+Shift+P and Ctrl+/, and ⌘K on Apple's systems.
export const shortcuts: readonly Shortcut[] = [
  { id: "palette", title: words.palette, group: "go", keys: ["Mod+Shift+P", "Mod+/", "Meta+K"] },
  { id: "help", title: words.help, group: "go", keys: ["?"] },
  { id: "session.new", title: words.newSession, group: "go", keys: ["Mod+J"], needs: "manageSessions" },
  { id: "go.inbox", title: words.inbox, group: "go", keys: ["Alt+I"] },
  { id: "go.search", title: words.search, group: "go", keys: ["Mod+Shift+F"] },
  { id: "go.stored", title: words.stored, group: "go", keys: [] },
  { id: "go.next", title: words.next, group: "go", keys: ["Alt+N"] },
  { id: "go.previous", title: words.previous, group: "go", keys: ["Alt+Shift+N"] },
  { id: "go.waiting", title: words.waiting, group: "go", keys: ["Alt+W"] },
  { id: "tour", title: words.tour, group: "go", keys: [], needs: "manageSessions" },
  { id: "pane.next", title: words.nextPane, group: "go", keys: ["Alt+P"] },
  { id: "sidebar", title: words.sidebar, group: "page", keys: ["Mod+B"] },
  { id: "dock.close", title: words.closePanel, group: "page", keys: ["Alt+X"] },
  { id: "theme", title: words.theme, group: "page", keys: [] },
  { id: "contrast", title: words.contrast, group: "page", keys: [] },
  { id: "session.rename", title: words.rename, group: "session", keys: ["F2"], needs: "manageSessions" },
  { id: "session.archive", title: words.archive, group: "session", keys: [], needs: "manageSessions" },
  { id: "session.fork", title: words.fork, group: "session", keys: [], needs: "manageSessions" },
  { id: "session.copyResume", title: words.copyResume, group: "session", keys: [] },
  { id: "session.beside", title: words.beside, group: "session", keys: ["Alt+S"] },
  { id: "session.closePane", title: words.closePane, group: "session", keys: [] },
  { id: "conversation.find", title: words.find, group: "conversation", keys: ["Mod+F"] },
  { id: "conversation.lastPrompt", title: words.lastPrompt, group: "conversation", keys: ["Alt+L"] },
  { id: "conversation.nextAsk", title: words.nextAsk, group: "conversation", keys: ["Alt+A"] },
  { id: "conversation.end", title: words.end, group: "conversation", keys: ["Mod+End"] },
  { id: "conversation.changes", title: words.changes, group: "conversation", keys: ["Alt+D"] },
  { id: "conversation.side", title: words.side, group: "conversation", keys: ["Alt+Q"], needs: "message" },
  { id: "conversation.copy", title: words.copyMarkdown, group: "conversation", keys: ["Alt+C"] },
  {
    id: "conversation.stopAgents",
    title: words.stopAgents,
    group: "conversation",
    keys: [],
    needs: "manageSessions",
  },
  { id: "composer.focus", title: words.compose, group: "conversation", keys: ["Alt+J"], needs: "message" },
  {
    id: "composer.model",
    title: words.model,
    group: "conversation",
    keys: ["Alt+M"],
    needs: "manageSessions",
  },
  { id: "composer.mode", title: words.mode, group: "conversation", keys: ["Alt+Y"], needs: "manageSessions" },
  {
    id: "composer.effort",
    title: words.effort,
    group: "conversation",
    keys: ["Alt+E"],
    needs: "manageSessions",
  },
  {
    id: "composer.nextMode",
    title: words.nextMode,
    group: "conversation",
    keys: ["Shift+Tab"],
    needs: "manageSessions",
    fixed: true,
  },
  { id: "clear", title: words.clear, group: "conversation", keys: ["Ctrl+K"], needs: "message" },
  {
    id: "composer.send",
    title: words.send,
    group: "conversation",
    keys: ["Enter"],
    needs: "message",
    fixed: true,
  },
  {
    id: "composer.line",
    title: words.line,
    group: "conversation",
    keys: ["Shift+Enter"],
    needs: "message",
    fixed: true,
  },
  {
    id: "composer.sendNow",
    title: words.sendNow,
    group: "conversation",
    keys: ["Mod+Enter"],
    needs: "message",
    fixed: true,
  },
  {
    id: "composer.queue",
    title: words.sendQueued,
    group: "conversation",
    keys: ["Alt+Enter"],
    needs: "message",
    fixed: true,
  },
  {
    id: "composer.earlier",
    title: words.earlier,
    group: "conversation",
    keys: ["ArrowUp"],
    needs: "message",
    fixed: true,
  },
  { id: "stop", title: words.stop, group: "conversation", keys: ["Escape"], needs: "stop", fixed: true },
];
