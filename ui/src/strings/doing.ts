// What a session is doing, as a sentence, and what is wrong with it.

export const doingStrings = {
  notStarted: "not started",
  starting: "starting",
  idle: "idle",
  sent: "sent",
  requesting: "waiting for the model",
  thinking: "thinking",
  writing: "writing",
  calling: "preparing a call",
  waiting: "waiting for you",
  compacting: "compacting the context",
  background: (jobs: number) => (jobs === 1 ? "one job in the background" : `${jobs} jobs in the background`),
  parked: "parked",
  endedBySignal: (signal: number) => `ended by signal ${signal}`,
  endedWithCode: (code: number) => `ended with code ${code}`,
  againIn: (seconds: number) => `, again in ${seconds} s`,
  retrying: (error: string, attempt: number, all: number) => `retrying, ${error}, ${attempt} of ${all}`,
  aTool: "a tool",
  running: (what: string) => `running ${what}`,
  runningTools: (count: number) => `running ${count} tools`,
  quiet: (time: string) => `, no event for ${time}`,
  announced: {
    waiting: "The session waits for you.",
    over: "The turn is over.",
    ended: "The process of the CLI ended.",
  },
} as const;

export const troubleStrings = {
  dismiss: "Dismiss",
  startAgain: "Start again",
  killAndResume: "Kill and resume",
  limits: {
    five_hour: "five-hour limit",
    seven_day: "weekly limit",
    seven_day_opus: "weekly limit of Opus",
  } as Record<string, string>,
  limit: "limit",
  missing: "The Claude Code CLI was not found.",
  missingNext:
    "Install it with `npm install -g @anthropic-ai/claude-code`, or name it with --claude, then start the host again.",
  broken: "The Claude Code CLI does not start.",
  brokenNext: "Run `pilothouse doctor` to see what it says.",
  newer: (version: string | undefined) =>
    `The CLI is ${version ?? "newer"}, newer than the versions this host was tested with.`,
  newerNext:
    "It will probably work. What this host does not know is shown as it came; `pilothouse doctor` tells more.",
  older: (version: string | undefined) =>
    `The CLI is ${version ?? "older"}, older than the versions this host was tested with.`,
  olderNext: "Update it with `claude update`.",
  diedBySignal: (signal: number) =>
    `The CLI process was ended by signal ${signal}. The conversation is kept.`,
  diedWithCode: (code: number) => `The CLI process ended with code ${code}. The conversation is kept.`,
  diedNext: "Start it again, or send a message: both continue where it stopped.",
  signedOut: "The CLI is not signed in.",
  signedOutNext:
    "Run `claude` in a terminal and sign in, or set ANTHROPIC_API_KEY, then start this session again.",
  resets: (when: string) => ` It resets ${when}.`,
  reached: (limit: string) => `The ${limit} of the account is reached.`,
  reachedNext: "Messages sent now will fail. Send them again after it resets, or choose another model.",
  share: (percentage: number) => ` ${percentage}% are used.`,
  overage: (limit: string) => `The ${limit} is reached; extra usage is being spent.`,
  near: (limit: string) => `The ${limit} is near.`,
} as const;
