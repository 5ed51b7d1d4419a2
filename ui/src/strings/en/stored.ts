// The CLI's own conversations.

import { plural } from "./plural";

export const stored = {
  title: "CLI history",
  explain: "Conversations that the CLI keeps on this machine, also those held in a terminal.",
  filter: "Filter conversations",
  project: "Project",
  allProjects: "all projects",
  none: "The CLI has no conversations on this machine yet",
  noneHint: "What is said with claude in a terminal, and in sessions here, appears in this list.",
  nothingFits: "No matches",
  held: "in use by another process",
  heldHint: "Resume would write beside it; fork continues a copy instead.",
  hosted: "is a session here",
  messages: (count: number) => plural(count, { one: "1 message", other: `${count} messages` }),
  read: "Read",
  resume: "Resume",
  fork: "Fork",
  open: "Open the session",
  more: "Show more",
  readOnly: "Read-only: this is what the CLI has stored.",
  back: "CLI history",
  untitled: "Conversation",
};
