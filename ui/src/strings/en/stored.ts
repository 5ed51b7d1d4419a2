// The CLI's own conversations.

import { plural } from "./plural";

export const stored = {
  title: "CLI history",
  explain: "Conversations in the CLI's store on this machine, including those from a terminal.",
  filter: "Filter conversations",
  project: "Project",
  allProjects: "all projects",
  none: "No conversations yet",
  noneHint: "Conversations with claude in a terminal and in sessions here appear in this list.",
  nothingFits: "No matches",
  held: "in use by another process",
  heldHint: "Resume would write beside it; fork continues a copy instead.",
  hosted: "already a session",
  messages: (count: number) => plural(count, { one: "1 message", other: `${count} messages` }),
  read: "Read",
  resume: "Resume",
  fork: "Fork",
  open: "Open the session",
  more: "Show more",
  readOnly: "Read-only: a stored conversation of the CLI.",
  back: "CLI history",
  untitled: "Conversation",
};
