import { expect, test } from "vitest";
import { withoutUnfinishedTable } from "./tables";

test("a table is shown when the line under its head is whole, and stays", () => {
  const text = "Prices:\n\n| a | b |\n|---|---|\n| 1 | 2 |";
  const shown = (end: string) => withoutUnfinishedTable(text.slice(0, text.indexOf(end) + end.length));
  for (const end of ["| a", "| a | b |", "| b |\n", "|--", "|---|"]) expect(shown(end)).toBe("Prices:\n\n");
  for (const end of ["|---|-", "|---|---|", "| 1", "| 1 | 2 |"])
    expect(shown(end)).toBe(text.slice(0, text.indexOf(end) + end.length));
});

test("lines with bars that are no table stay", () => {
  for (const text of [
    "a | b",
    "| one\n| two",
    "```\n| a | b |",
    "| a |\n|---|\n\nafter",
    "no bars at all",
    "",
  ])
    expect(withoutUnfinishedTable(text)).toBe(text);
});
