// The command palette.

export const palette = {
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
