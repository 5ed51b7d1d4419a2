// The inbox: everything that waits for a person.

export const inbox = {
  title: "Inbox",
  count: (asks: number, sessions: number) =>
    `${asks} ${asks === 1 ? "question" : "questions"} from ${sessions} ${sessions === 1 ? "session" : "sessions"}`,
  empty: "Nothing waits for you",
  emptyHint: "Permissions, questions and plans of every session come here, and can be answered here.",
  open: "Open the session",
  since: (age: string) => (age === "now" ? "just now" : `for ${age}`),
} as const;
