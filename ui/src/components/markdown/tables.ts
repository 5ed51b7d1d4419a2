// A table that still streams: until the line below its head is complete, it would show as text with bars.

import { blocksOf } from "./blocks";

const ROW = /^ {0,3}\|/;
/** The line under the head, complete or not. */
const RULE_BEGINS = /^[ |:-]*$/;

const cells = (line: string): number =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|").length;

/** The text without a table head whose next line is incomplete. */
export function withoutUnfinishedTable(text: string): string {
  const block = blocksOf(text).at(-1) ?? "";
  // A code block is not a table.
  if (/^\s*(`{3,}|~{3,})/.test(block)) return text;
  const lines = block.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const rest = lines.join("\n");
  let first = lines.length;
  while (first > 0 && ROW.test(lines[first - 1] ?? "")) first -= 1;
  const [head, rule, more] = lines.slice(first);
  if (head === undefined || more !== undefined) return text;
  if (rule !== undefined && (!RULE_BEGINS.test(rule) || isWhole(rule, head))) return text;
  return text.slice(0, text.length - block.length + rest.length - lines.slice(first).join("\n").length);
}

const isWhole = (rule: string, head: string): boolean =>
  cells(rule) === cells(head) &&
  rule
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .every((cell) => cell.includes("-"));
