// The inbox: everything that waits for a person.

import { plural } from "./plural";

export const inbox = {
  title: "Inbox",
  count: (asks: number, sessions: number) =>
    `${asks} ${plural(asks, { one: "request", other: "requests" })} from ${sessions} ${plural(sessions, { one: "session", other: "sessions" })}`,
  empty: "No open requests",
  emptyHint: "Permission requests, questions and plans from all sessions appear here.",
  open: "Open",
  openNamed: (title: string) => `Open ${title}`,
};
