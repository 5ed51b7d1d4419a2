// A table that is still being written: its first line looks like text with bars until the line below it is whole.

import { blocksOf } from "./blocks";

const ROW = /^ {0,3}\|/;
/** The line under the head, as far as it has come. */
const RULE_BEGINS = /^[ |:-]*$/;

const cells = (line: string): number =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|").length;

/** The text without the beginning of a table that cannot be drawn as one yet. */
export function withoutUnfinishedTable(text: string): string {
  const block = blocksOf(text).at(-1) ?? "";
  // What is in a fence is no table.
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
