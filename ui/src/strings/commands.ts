// Commands of the terminal that a panel replaces, as they are offered while one is typed.

export const commandStrings = {
  help: "What can be done here",
  config: "Settings of this session",
  settings: "Settings of this session",
  fast: "Fast mode, model and effort",
  "keybindings-help": "Keys, and how to change them",
  keybindings: "Keys, and how to change them",
  permissions: "Rules of this session",
  hooks: "What the CLI runs by itself",
  model: "Choose the model",
  "output-style": "How answers are worded",
  mcp: "MCP servers of this session",
  tasks: "Background work",
  bashes: "Background work",
  todos: "The task list",
  rewind: "Restore files to an earlier message",
  doctor: "The CLI and this host, checked",
  status: "Version, model and account",
  context: "How full the context is",
  cost: "What the session has cost",
  usage: "Usage of all sessions",
} as const;
