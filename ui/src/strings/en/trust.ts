// Trust in a project's settings, as a session tells of it.

export const trust = {
  title: "Use this project's settings?",
  review: "Review",
  restart: "Trust and restart",
  leftOut:
    "This session runs without its project's settings. CLAUDE.md and MCP servers of the project were left out.",
  loading: "Checking the project's settings…",
};
