// The question whether a session starts with its project's settings, with the list of what would run.

import { plural } from "./plural";

const events: Record<string, string> = {
  PreToolUse: "before each tool call",
  PostToolUse: "after each tool call",
  UserPromptSubmit: "on each message",
  SessionStart: "when a session starts",
  SessionEnd: "when a session ends",
  Stop: "when Claude stops",
  SubagentStop: "when an agent stops",
  Notification: "on each notification",
  PreCompact: "before compaction",
};

export const trustQuestion = {
  title: "Use this project's settings?",
  changedTitle: "Use this project's changed settings?",
  explain: "can run programs on its own. Start with its settings only if you trust it.",
  changed: "has settings that are new or changed since you accepted others.",
  without: "Without them, CLAUDE.md is not read either. You will be asked again if this list changes.",
  cliTrusts: "Claude Code already trusts this directory.",
  unreadable: "A file cannot be read, so these settings cannot be used.",
  needsAdmin: "Only a device with full access can accept these settings.",
  use: "Start with these settings",
  leaveOut: "Start without them",
  restart: "Trust and restart",
  starting: "Starting…",
  list: "What would run",
  mcpLeftOut: "Project servers were left out",
  mcpLeftOutDetail:
    "This session runs without its project's settings, so the servers of its .mcp.json did not start.",
  hook: (event: string, matcher: string) => {
    const when = events[event] ?? `on ${event}`;
    return matcher ? `Hook ${when} (${matcher})` : `Hook ${when}`;
  },
  kinds: {
    mcpServer: (name: string) => `MCP server "${name}"`,
    program: (name: string) => `Program for ${name}`,
    plugin: (name: string) => `Plugin "${name}"`,
    environment: (name: string) => `Environment variable ${name}`,
    directory: () => "Additional directory",
    setting: (name: string) => `Setting ${name}`,
    agent: (name: string) => `Agent "${name}" declares`,
    skill: (name: string) => `Skill "${name}" declares`,
    command: (name: string) => `Command "/${name}" declares`,
    outputStyle: (name: string) => `Output style "${name}" declares`,
    workflow: (name: string) => `Workflow "${name}"`,
    schedule: (name: string) => `Scheduled prompt (${name})`,
    unreadable: () => "Unreadable file",
  } as Record<string, (name: string) => string>,
  allowRules: (count: number) => plural(count, { one: "1 allow rule", other: `${count} allow rules` }),
};
