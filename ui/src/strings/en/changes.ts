// The changes of a session, and their review.

import { plural } from "./plural";

export const changesStrings = {
  review: "Review",
  openSession: "Open session",
  noSession: "Choose Review in a session to see its changes here.",
  you: "You",
  line: (line: number) => `line ${line}`,
  which: "Which changes",
  sources: { session: "This session", tree: "Working tree" },
  split: "Side by side",
  unified: "In one column",
  noneHere: "No changes yet",
  noneHereHint: "Files that this session edits appear here.",
  noneInTree: "Nothing has changed since the last commit.",
  noGit: "Not a git repository",
  noGitHint: "There is no commit to compare the files with.",
  branch: (name: string) => `On ${name}, compared with the last commit.`,
  bySession: "this session",
  cut: "The patch is too long to be shown whole: the last files are missing.",
  files: "Changed files",
  statuses: { added: "new", deleted: "deleted", renamed: "renamed", modified: "" },
  inexact:
    "Something else changed this file in between: these are the session's own edits, as far as they add up.",
  binary: "A binary file: its content is not shown.",
  noLines: "No lines to show.",
  showUnchanged: "Show unchanged lines",
  edit: "Edit",
  remove: "Remove",
  keep: "Add to message",
  comments: (count: number) =>
    plural(count, { one: "1 comment collected", other: `${count} comments collected` }),
  discard: "Discard",
  send: "Send as one message",
  sent: "The comments are sent.",
  messageTitle: "Comments on the changes:",
  messagePlace: (path: string, line: number) => `${path}:${line}`,
  messageOldPlace: (path: string, line: number) => `${path}:${line} (as it was)`,
};
