// The prompts of a session as an outline: by day, numbered by turn.

import type { Entry, EntryId } from "@/api/generated";

export interface Prompt {
  id: EntryId;
  at: number;
  /** Counted from 1 over the whole session; unknown while the message waits. */
  turn?: number | undefined;
  /** Its first line with words. */
  text: string;
}

export interface Day {
  /** Midnight at its beginning, in local time. */
  at: number;
  prompts: Prompt[];
}

/** The messages that a person sent, oldest first. */
export const promptsOf = (entries: readonly Entry[]): Prompt[] =>
  entries.flatMap(({ id, at, turn, parent, body }) =>
    body.kind === "user" && parent === undefined
      ? [
          {
            id,
            at,
            turn,
            text:
              body.text.text
                .split("\n")
                .find((line) => line.trim() !== "")
                ?.trim() ?? "",
          },
        ]
      : [],
  );

/** The prompts with every word of the filter, in their text or their date; a number alone finds the turn. */
export function filteredPrompts(
  prompts: readonly Prompt[],
  filter: string,
  dateOf: (at: number) => string,
): Prompt[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const isTurn = words.length === 1 && /^#?\d+$/.test(words[0] ?? "");
  return prompts.filter(({ at, text, turn }) => {
    const date = isTurn ? "" : `${dateOf(at)} ${isoDay(at)}`.toLowerCase();
    const has = (word: string) =>
      text.toLowerCase().includes(word) || String(turn) === word.replace(/^#/, "") || date.includes(word);
    return words.every(has);
  });
}

/** The day as `2026-11-20`, in local time. */
function isoDay(at: number): string {
  const date = new Date(at);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

export function byDay(prompts: readonly Prompt[]): Day[] {
  const days: Day[] = [];
  for (const prompt of prompts) {
    const at = new Date(prompt.at).setHours(0, 0, 0, 0);
    const last = days.at(-1);
    if (last?.at === at) last.prompts.push(prompt);
    else days.push({ at, prompts: [prompt] });
  }
  return days;
}
