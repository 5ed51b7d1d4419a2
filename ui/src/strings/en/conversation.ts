// The conversation: its header, its rows, finding in it, what is wrong with it. What tools say stands in tools.ts.

import { plural } from "./plural";

/** Who or what started a turn that no person did, by the CLI's names. */
const origins: Record<string, string> = {
  "task-notification": "a background task",
  "auto-continuation": "Claude",
  channel: "an MCP server",
  peer: "another session",
};

export const conversation = {
  newSince: "New since your last visit",
  jumpToEndHint: "Jump to the end (Ctrl+End)",
  notShown: (kind: string) => `This ${kind} could not be shown. The protocol log has it.`,
  actions: "Session actions",
  lastPrompt: "Jump to the last prompt",
  changes: (added: number, removed: number) => `Changes: +${added} −${removed} lines`,
  lastEvent: (when: string) => `Last event ${when}`,
  untitled: "Session",
  sessionCopied: "The session is copied as Markdown.",
  answerCopied: "The answer is copied.",
  noAnswer: "There is no such answer.",
  answersOnly: "This device can view sessions and answer requests.",
  viewsOnly: "This device can view sessions.",
  agentsStopped: (count: number) =>
    count === 0
      ? "No agents run."
      : plural(count, { one: "1 agent stopped.", other: `${count} agents stopped.` }),
  nothingWaits: "Nothing waits for you here.",

  find: {
    title: "Find in session",
    searching: "Searching…",
    nothing: "No matches",
    place: (place: number, all: string) => `${place} of ${all}`,
    previous: "Previous",
    previousHint: "Previous (Enter)",
    next: "Next",
    nextHint: "Next (Shift+Enter)",
  },

  row: {
    copy: "Copy as Markdown",
    link: "Link to this message",
    linkCopied: "The link is copied.",
    linkInBar: "The link is in the address bar.",
    fork: "Fork from here",
    forkHint: "Fork from here: a copy of the session goes on from this message",
    showLess: "Show less",
    showAll: (size: string) => `Show all · ${size}`,
    picture: "attached picture",
    stopped: "Stopped here",
    thoughtHidden: "Thought (hidden by the API)",
    thought: "Thought",
    thoughtFor: (time: string) => `Thought for ${time}`,
    thinking: (time: string) => `Thinking, ${time}`,
    thinkingTokens: (time: string, tokens: string) => `Thinking, ${time}, ${tokens} tokens`,
    tokens: (input: string, output: string) => `${input} in, ${output} out`,
    startedBy: (origin: string) => ` · started by ${origins[origin] ?? origin.replaceAll("-", " ")}`,
    denied: (tools: string) => `Denied: ${tools}`,
    compacted: "Context compacted",
  },

  delivery: {
    starting: "sent when Claude has started",
    sent: "sent",
    queued: "delivered, not read yet",
    running: "being answered",
    done: "answered",
    cancelled: "cancelled",
    held: "held",
    lost: "lost: Claude ended before answering",
    duplicate: "sent twice, run once",
    blocked: "blocked by a hook",
  },

  outcomes: {
    completed: "done",
    interrupted: "stopped",
    preempted: "made way for another message",
    apiError: "failed",
    maxTurns: "reached its limit of turns",
    maxBudget: "reached its budget",
    schemaFailed: "did not fit the schema",
    promptBlocked: "blocked by a hook",
    stoppedByHook: "stopped by a hook",
    deferred: "a call was put off",
    command: "done",
    failed: "failed",
  },

  boundaries: {
    started: "session started",
    resumed: "session resumed",
    forked: "forked from here",
    cleared: "conversation cleared",
    reset: "a new conversation begins",
    ended: "session ended",
    died: "the process died",
    parked: "asleep; the next message wakes it",
    woken: "woken",
    imported: "imported",
  },

  raw: {
    unknown: "a message this version does not know",
    malformed: "a message that does not have its usual form",
    notJson: "a line that is not JSON",
  },

  /** A session as Markdown. */
  markdown: {
    thinking: "Thinking",
    compacted: "Context compacted: earlier details may be gone.",
    error: "Error:",
    interrupted: "interrupted",
  },

  compaction: {
    running: "Compacting the context…",
    failed: (error: string | undefined) => (error ? `Compaction failed: ${error}` : "Compaction failed"),
    done: (sizes: string) => `Context compacted${sizes} · earlier details may be gone`,
    summarised: (sizes: string) =>
      `Context compacted${sizes} · a summary was kept, earlier details may be gone`,
    from: (before: string) => `, ${before} tokens`,
    fromTo: (before: string, after: string) => `, ${before} to ${after} tokens`,
    kept: (messages: number) =>
      plural(messages, {
        one: ", one message kept word for word",
        other: `, ${messages} messages kept word for word`,
      }),
  },

  line: {
    hook: (name: string, state: string) => `hook ${name}: ${state}`,
    retry: (attempt: number, all: number, why: string) => `retry ${attempt} of ${all}: ${why}`,
    againIn: (time: string) => `, the next after ${time}`,
    interrupted: "interrupted",
    interruptedInTool: "interrupted while a tool ran",
    continuedByHook: "a hook made the turn go on",
    continued: "the answer was cut off and continued",
    injected: "context added by the CLI",
    signingIn: "signing in…",
    signedIn: "signed in",
  },

  /** What to do about the errors of the API that a person can do something about. */
  apiErrors: {
    authentication_failed: "Sign in with `claude` in a terminal, then send the message again.",
    billing_error: "Check the account's credit, then send the message again.",
    rate_limit: "Wait until the limit resets, then send the message again.",
    overloaded: "The service is overloaded. Send the message again in a while.",
    server_error: "Send the message again in a while.",
    model_not_found: "Choose another model.",
    invalid_request: "Shorten the conversation with /compact, or start a new session.",
  } as Record<string, string>,
  otherApiError: "The session goes on; send the message again.",
  apiStatus: (status: number) => ` (status ${status})`,
};
