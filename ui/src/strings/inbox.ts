// The inbox: everything that waits for a person.

export const inbox = {
  title: "Inbox",
  count: (asks: number, sessions: number) =>
    `${asks} ${asks === 1 ? "request" : "requests"} from ${sessions} ${sessions === 1 ? "session" : "sessions"}`,
  empty: "Nothing waits for you",
  emptyHint: "Permission requests, questions and plans of all sessions appear here.",
  open: "Open the session",
  since: (age: string) => (age === "now" ? "just now" : `for ${age}`),
} as const;
