// Every text of the page that does not come from the host stands in this directory: what many parts say here, the rest
// in one module for each part, so that a part that is loaded late brings its own words.

export const strings = {
  name: "Pilothouse",
  sessions: "Sessions",
  newSession: "New session",
  createSession: "Create a session",
  theme: "Theme",
  themeSystem: "as the system",
  themeLight: "light",
  themeDark: "dark",
  noSessions: "No sessions yet. Start one with +.",
  message: "Message",
  messageHint: "Message…  / for commands, @ for files",
  send: "Send",
  stop: "Stop",
  allow: "Allow",
  deny: "Deny",
  transcript: "Transcript",
  jumpToEnd: "Jump to the end",
  notSignedIn: "This device is not signed in.",
  howToSignIn:
    "Open the link that `pilothouse serve` printed, or pair this device from one that is signed in.",
  noneSelected: "Choose a session, or start a new one.",
  noneSelectedHint:
    "A session is one conversation with the CLI in one directory. It goes on at the host when this page is closed.",
  loading: "Loading…",
  older: "Show earlier",
  openFull: "Open full",
  copy: "Copy",
  copied: "Copied",
  close: "Close",
  cancel: "Cancel",
  undo: "Undo",
  thinking: "Thinking",
} as const;
