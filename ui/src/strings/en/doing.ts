// What a session is doing, as a sentence, and what is wrong with it.

import { plural } from "./plural";

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const doingStrings = {
  notStarted: "Not started",
  starting: "Starting Claude",
  idle: "Idle",
  sent: "Sent",
  requesting: "Waiting for the model",
  thinking: "Thinking",
  writing: "Writing",
  calling: "Preparing a tool call",
  waiting: "Waiting for you",
  compacting: "Compacting the context",
  background: (jobs: number) => plural(jobs, { one: "1 background task", other: `${jobs} background tasks` }),
  parked: "Asleep",
  closed: "Closed",
  endedBySignal: (signal: number) => `Ended by signal ${signal}`,
  endedWithCode: (code: number) => `Ended with code ${code}`,
  againIn: (seconds: number) => ` in ${seconds} s`,
  retrying: (error: string, attempt: number, all: number) =>
    `${capitalized(error)}, retry ${attempt} of ${all}`,
  aTool: "a tool",
  running: (what: string) => `Running ${what}`,
  runningTools: (count: number) => `Running ${count} tools`,
  quiet: (time: string) => `, no event for ${time}`,
  announced: {
    over: "The turn is finished.",
    ended: "The CLI process ended.",
  },
};

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
    "Install it with `npm install -g @anthropic-ai/claude-code`, or name it with --claude, then start the server again.",
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
};
