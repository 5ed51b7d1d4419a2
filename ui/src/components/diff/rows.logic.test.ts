import { expect, test } from "vitest";
import { hunksBetween } from "@/lib/diff";
import { type LineRow, pairs, rowsOfHunks } from "./rows.logic";

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);

test("what lies between hunks is folded, and opens when the file is known", () => {
  const before = numbered(40);
  const after = before.with(1, "second").with(30, "later");
  const hunks = hunksBetween(before.join("\n"), after.join("\n"));
  const closed = rowsOfHunks(hunks).filter((row) => row.kind === "fold");
  expect(closed.map(({ count, lines }) => [count, lines])).toEqual([[22, undefined]]);
  const open = rowsOfHunks(hunks, after.join("\n")).filter((row) => row.kind === "fold");
  expect(open.map(({ count, lines }) => [count, lines?.length, lines?.[0]?.text])).toEqual([
    [22, 22, "line 6"],
    [6, 6, "line 35"],
  ]);
});

test("long unchanged runs inside a hunk are folded", () => {
  const lines = [...numbered(20).map((line) => ` ${line}`), "-old", "+new"];
  const rows = rowsOfHunks([{ oldStart: 1, oldLines: 21, newStart: 1, newLines: 21, lines }]);
  expect(rows.map((row) => (row.kind === "fold" ? row.count : row.sign)).join(",")).toBe("17, , , ,-,+");
});

test("lines have their numbers in both files", () => {
  const rows = rowsOfHunks([
    { oldStart: 10, oldLines: 2, newStart: 12, newLines: 3, lines: [" a", "-b", "+c", "+d"] },
  ]).filter((row) => row.kind === "line");
  expect(rows.map(({ sign, old, fresh }) => [sign, old, fresh])).toEqual([
    [" ", 10, 12],
    ["-", 11, undefined],
    ["+", undefined, 13],
    ["+", undefined, 14],
  ]);
});

test("side by side, removed lines stand against added ones", () => {
  const rows = rowsOfHunks([
    { oldStart: 1, oldLines: 3, newStart: 1, newLines: 2, lines: [" a", "-b", "-c", "+d"] },
  ]) as LineRow[];
  expect(pairs(rows).map(({ left, right }) => [left?.text, right?.text])).toEqual([
    ["a", "a"],
    ["b", "d"],
    ["c", undefined],
  ]);
});

test("changed words are marked in the added line that is most like the removed one", () => {
  const lines = [
    '-  return redirect("/")',
    "+  const next = safePath(cookies.next)",
    '+  return redirect(next ?? "/account")',
  ];
  const rows = rowsOfHunks([{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines }]) as LineRow[];
  expect(rows.map(({ words }) => words !== undefined)).toEqual([true, false, true]);
});
