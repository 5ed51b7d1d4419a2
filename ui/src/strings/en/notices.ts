// Texts of notifications, which the service worker shows too.

export const notices = {
  asks: (project: string, tool: string) => `${project}: allow ${tool}?`,
  waits: (project: string) => `${project} waits for you`,
  ended: (project: string) => `${project} is done`,
  failed: (project: string) => `${project} failed`,
  allow: "Allow",
  deny: "Deny",
  open: "Open",
  review: "Review",
  notAnswered: "Not answered",
  settled: "It was answered elsewhere, or the CLI withdrew it.",
  unreachable: "The server cannot be reached. Open the session to answer.",
  signedOut: "This device is not signed in any more.",
  something: "A session wants your attention",
};
