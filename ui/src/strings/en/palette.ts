// The command palette.

export const palette = {
  /** Words that find a command though its title does not have them, by the command. */
  keywords: {
    "go.inbox": ["requests", "permissions", "questions"],
    "go.usage": ["cost", "budget", "spending", "tokens"],
    "go.audit": ["decisions", "rules", "permissions"],
    "go.devices": ["pair", "qr", "phone", "token", "sign in", "link", "revoke"],
    "go.stored": ["resume", "cli history", "terminal"],
    "go.doctor": ["cli", "version", "problem", "check"],
    "go.replay": ["recording", "protocol log"],
    "go.settings": ["budget", "notifications", "push", "theme", "language", "limits", "park", "sleep"],
    "panel.files": ["git", "tree", "working tree", "status"],
    "panel.settings": ["budget", "limits", "rules", "mode", "hooks"],
    "panel.keys": ["shortcuts", "bindings"],
    "panel.jobs": ["background", "subagents", "shells"],
    "panel.cost": ["usage", "budget", "tokens"],
    "panel.wire": ["protocol", "frames", "debug"],
    "panel.rewind": ["undo", "restore", "checkpoint"],
    "panel.context": ["tokens", "compact", "window"],
    "panel.mcp": ["servers", "tools"],
  } as Record<string, string[]>,
  title: "Command palette",
  placeholder: "Find a session or a command…",
  besidePlaceholder: "Open which session beside this one?",
  nothing: "No matches",
  searchFor: (text: string) => `Search all sessions for “${text}”`,
  sessions: "Sessions",
  model: "Model",
  mode: "Permission mode",
  commands: "Commands",
  current: "current",
};
