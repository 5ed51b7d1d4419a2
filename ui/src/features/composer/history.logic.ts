// What the Up key goes through: the prompts of the conversation, and what was typed here and never sent.

import type { Entry } from "@/api/generated";

/** Each text once, where it was said last, oldest first. What Esc cleared comes first of all. */
export function promptsOf(entries: Entry[], typed: string[], cleared?: string): string[] {
  const said = entries.flatMap((entry) =>
    entry.body.kind === "user" &&
    entry.parent === undefined &&
    !entry.body.origin &&
    !entry.body.text.truncated
      ? [entry.body.text.text]
      : [],
  );
  const unsaid = typed.filter((text) => !said.includes(text));
  const all = [...unsaid, ...said, ...(cleared ? [cleared] : [])].filter((text) => text.trim() !== "");
  return all.filter((text, index) => all.lastIndexOf(text) === index);
}
