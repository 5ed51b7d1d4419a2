// From a decision to a rule that decides the same.

import type { AuditEntry } from "@/api/generated";

/** A rule that fits the call and little more: the command's first words, the file, or the tool. */
export function suggestedRule(entry: Pick<AuditEntry, "tool" | "summary">): string {
  const { tool, summary } = entry;
  if (tool === "Bash") {
    const words = summary.split("\n")[0]?.trim().split(/\s+/) ?? [];
    const start = words.slice(0, /^(git|npm|npx|cargo|go|docker|kubectl|make)$/.test(words[0] ?? "") ? 2 : 1);
    return start.length === 0 || start[0] === "" ? "Bash" : `Bash(${start.join(" ")}:*)`;
  }
  if (["Read", "Edit", "Write", "NotebookEdit"].includes(tool) && summary.startsWith("/"))
    return `${tool}(/${summary})`;
  if (tool === "WebFetch") {
    const host = /^https?:\/\/([^/]+)/.exec(summary)?.[1];
    if (host) return `WebFetch(domain:${host})`;
  }
  return tool;
}
