import { describe, expect, test } from "vitest";
import type { Hunk } from "@/api/generated";
import { hunksBetween, wordsBetween } from "./diff";

const lines = (hunks: Hunk[], without: string) =>
  hunks.flatMap((hunk) =>
    hunk.lines.filter((line) => !line.startsWith(without)).map((line) => line.slice(1)),
  );

const changes = (hunks: Hunk[]) =>
  hunks.flatMap((hunk) => hunk.lines).filter((line) => !line.startsWith(" ")).length;

describe("hunks between two texts", () => {
  test("have the line numbers of both sides and some lines around", () => {
    const before = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
    const after = before.with(9, "changed").toSpliced(18, 1);
    const hunks = hunksBetween(before.join("\n"), after.join("\n"));
    expect(
      hunks.map(({ oldStart, oldLines, newStart, newLines }) => [oldStart, oldLines, newStart, newLines]),
    ).toEqual([
      [7, 7, 7, 7],
      [16, 5, 16, 4],
    ]);
    expect(hunks[0]?.lines.slice(3, 5)).toEqual(["-line 10", "+changed"]);
  });

  test("lead from one to the other for any texts", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (let round = 0; round < 200; round += 1) {
      const list = () => Array.from({ length: random(30) }, () => "abcd"[random(4)] ?? "a");
      const [before, after] = [list(), list()];
      // Everything is context, so that the hunk holds both sides.
      const hunks = hunksBetween(before.join("\n"), after.join("\n"), 100);
      if (hunks.length === 0) expect(before).toEqual(after);
      else expect([lines(hunks, "+"), lines(hunks, "-")]).toEqual([before, after]);
    }
  });

  test("an empty text has no lines, and a line break at the end is no line", () => {
    expect(hunksBetween("", "one\n")).toEqual([
      { oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: ["+one"] },
    ]);
    expect(hunksBetween("one", "one\n")).toEqual([]);
    expect(hunksBetween("one\n", "")).toMatchObject([{ lines: ["-one"] }]);
  });

  test("are a replacement when there are too many differences", () => {
    const text = (letter: string) =>
      Array.from({ length: 4000 }, (_, index) => `${letter}${index}`).join("\n");
    expect(changes(hunksBetween(text("a"), text("b")))).toBe(8000);
  });
});

test("words that differ are found, and lines without anything in common are left alone", () => {
  expect(wordsBetween("return redirect('/');", "return redirect('/home');")).toEqual({
    old: [],
    fresh: [[18, 22]],
    kept: 20 / 24,
  });
  expect(wordsBetween("one two", "x + y * 3")).toBeUndefined();
});

test("changed words with nothing but signs between them are one change", () => {
  const change = wordsBetween('return redirect("/")', 'return redirect(next ?? "/account")');
  expect(change?.fresh).toEqual([[16, 33]]);
});
