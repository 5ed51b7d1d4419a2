// Searching what was said.

export const search = {
  title: "Search",
  field: "Search all sessions",
  placeholder: "Words that were said, commands that ran, files…",
  start: "Search what was said in every session",
  startHint: "Prompts, answers, commands and their output. A hit opens the conversation at that place.",
  none: (text: string) => `Nothing was found for “${text}”.`,
  noneHint: "Fewer or other words may help. Words are found by their beginning.",
  more: "Show more",
  hits: (count: number, more: boolean) =>
    `${count}${more ? "+" : ""} ${count === 1 && !more ? "hit" : "hits"}`,
};
