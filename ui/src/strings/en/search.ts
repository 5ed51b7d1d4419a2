// Search.

import { plural } from "./plural";

export const search = {
  title: "Search",
  field: "Search all sessions",
  placeholder: "Prompts, answers, commands, files…",
  start: "Search all conversations",
  startHint: "Prompts, answers, commands and their output. A result opens the session at that place.",
  none: (text: string) => `No matches for “${text}”`,
  noneHint: "Try fewer or other words.",
  more: "Show more",
  hits: (count: number, more: boolean) =>
    more ? `${count}+ results` : plural(count, { one: "1 result", other: `${count} results` }),
};
