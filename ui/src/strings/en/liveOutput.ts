// What a command has printed while it still runs.

export const liveOutput = {
  title: "Output so far",
  /** The CLI tells the last few kilobytes only. */
  cut: "Only the end of it.",
};
