// The question before a conversation is cleared.

export const clear = {
  title: "Clear the conversation?",
  text: "Sends /clear: the CLI forgets what was said and starts a new conversation in this session. What is above stays here to read, and can be resumed from the CLI's own list.",
  confirm: "Clear",
  cancel: "Cancel",
  unknown: "This CLI has no /clear. Start a new session instead.",
};
