// What to do when a turn ended at a limit.

export const limits = {
  /** The count begins anew with each message. */
  maxTurns: "Nothing is lost: every message may take as many steps again.",
  /** The CLI counts all of the conversation, also when it is resumed. */
  maxBudget:
    "The CLI was started with this budget, and every further message would end at once. It can go on without; the session's own budget, in its settings, can still be set.",
  cutOff: "The conversation is whole again and can go on.",
  goOn: "Go on",
  goOnWithoutBudget: "Go on without this budget",
  /** What the model is told. */
  message: "Go on where you stopped.",
};
