// The inbox: everything that waits for a person.

export const inbox = {
  title: "Inbox",
  count: (asks: number, sessions: number) =>
    `${asks} ${asks === 1 ? "request" : "requests"} from ${sessions} ${sessions === 1 ? "session" : "sessions"}`,
  empty: "No open requests",
  emptyHint: "Permission requests, questions and plans from all sessions appear here.",
  open: "Open",
  openNamed: (title: string) => `Open ${title}`,
};
