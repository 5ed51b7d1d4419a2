// What to do when a turn ended at a limit.

export const limits = {
  /** The count begins anew with each message. */
  maxTurns: "Send a message to go on: every message may take as many steps again.",
  /** The CLI counts all of the conversation, also when it is resumed. */
  maxBudget:
    "The CLI was started with this budget, and every further message would end at once. Start a new session with a larger one, or without.",
} as const;
