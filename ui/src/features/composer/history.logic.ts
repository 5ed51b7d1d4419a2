// What the Up key goes through: the prompts of the conversation, and what was typed here and never sent.

import type { Entry } from "@/api/generated";

/** Each text once, where it was said last, oldest first. */
export function promptsOf(entries: Entry[], typed: string[]): string[] {
  const said = entries.flatMap((entry) =>
    entry.body.kind === "user" &&
    entry.parent === undefined &&
    !entry.body.origin &&
    !entry.body.text.truncated
      ? [entry.body.text.text]
      : [],
  );
  const all = [...typed.filter((text) => !said.includes(text)), ...said].filter((text) => text.trim() !== "");
  return all.filter((text, index) => all.lastIndexOf(text) === index);
}
