// Where a person writes: the field, what is offered in it, attachments, the queue, the line below, the side question.

import { plural } from "./plural";

export const composerStrings = {
  attach: "Attach a file",
  attachments: "Attachments",
  removeAttachment: (name: string) => `Remove ${name}`,
  uploading: "uploading…",
  notUploaded: "not uploaded",
  retryUpload: "Retry",
  retryFirst: "An attachment was not uploaded. Retry or remove it first.",
  tooLarge: (name: string, size: string, largest: string) =>
    `${name} is ${size}; the server takes files up to ${largest}.`,
  completions: "Completions",
  resource: "a resource of this MCP server, by its address",
  restoreDraft: "Restore draft",
  escRewinds: "Press Esc again to rewind",
  takeSuggestion: (text: string) => `Use suggestion: ${text}`,
  sendHint: "Send (Enter)",
  busyHints: {
    steer: "Steer (Enter), send now (Ctrl+Enter), or queue (Alt+Enter)",
    queue: "Queue (Enter), or send now (Ctrl+Enter)",
  },

  queue: {
    title: "Queued messages",
    message: "Queued message",
    save: "Save",
    steer: "Steer",
    steerHint: "Steer: the model reads it between two steps of this turn",
    sendNow: "Send now",
    sendNowHint: "Send now: the running turn makes way",
    edit: "Edit",
    moveUp: "Move up",
    moveDown: "Move down",
    withdraw: "Withdraw",
    held: (count: number) => plural(count, { one: "1 message held", other: `${count} messages held` }),
    heldTitle: "Held messages",
    send: "Send held message",
    sendHeld: (count: number) => plural(count, { one: "Send", other: "Send all" }),
    discard: "Discard",
    discardHeld: (count: number) => plural(count, { one: "Discard", other: "Discard all" }),
  },

  tasks: {
    progress: (done: number, all: number) => `${done} of ${all} done`,
  },

  schedules: {
    title: "Scheduled",
    next: (time: string) => `Next at ${time}`,
    nextUnknown: "Scheduled",
    kinds: { cron: "cron job", wakeup: "wake-up" },
    cancel: "Cancel",
    cancelHint: "Cancel: sends Claude a message that asks for it",
    cancelling: "Claude was asked to cancel it.",
  },

  side: {
    title: "Question on the side",
    heading: "On the side",
    note: "· the work goes on, and nothing of this stays in it",
    asking: "asking…",
    hint: "What would you like to know?",
    ask: "Ask",
    noAnswer: "The model gave no answer. Ask again, or send it as a message.",
    unknown: "This version of the CLI cannot answer on the side. Send it as a message.",
  },

  line: {
    model: "Model",
    noModel: "Model",
    mode: "Permission mode",
    effort: "Effort",
    noEffort: "Effort",
    effortByModel: "Model default",
    context: (percentage: number) => `Context ${percentage}%`,
    contextHint: (used: string, total: string | undefined) =>
      total === undefined ? `${used} tokens of context used` : `${used} of ${total} tokens of context used`,
    cost: (dollars: string) => `Cost ${dollars}`,
    costHint: "Cost of the session and of the last turn",
  },

  /** Permission modes, as people call them. */
  modes: {
    default: "Ask first",
    acceptEdits: "Accept edits",
    plan: "Plan",
    dontAsk: "Never ask, deny",
    auto: "Auto",
    bypassPermissions: "Bypass",
    delegate: "Delegate",
  },
};
