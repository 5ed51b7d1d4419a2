import { describe, expect, test } from "vitest";
import { diff, hunksBetween, wordsBetween } from "./diff";

const apply = (before: string[], after: string[]) => {
  const steps = diff(before, after);
  return {
    before: steps.filter((step) => step.sign !== "+").map((step) => step.text),
    after: steps.filter((step) => step.sign !== "-").map((step) => step.text),
    changes: steps.filter((step) => step.sign !== " ").length,
  };
};

describe("the steps between two lists", () => {
  test("lead from one to the other, and are the fewest", () => {
    const cases: [string, string, number][] = [
      ["abcabba", "cbabac", 5],
      ["", "abc", 3],
      ["abc", "", 3],
      ["abc", "abc", 0],
      ["axbxc", "abc", 2],
      ["ab", "ba", 2],
    ];
    for (const [left, right, changes] of cases) {
      const before = [...left];
      const after = [...right];
      expect(apply(before, after)).toEqual({ before, after, changes });
    }
  });

  test("lead from one to the other for any lists", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (let round = 0; round < 200; round += 1) {
      const list = () => Array.from({ length: random(30) }, () => "abcd"[random(4)] ?? "a");
      const [before, after] = [list(), list()];
      const found = apply(before, after);
      expect(found.before).toEqual(before);
      expect(found.after).toEqual(after);
    }
  });

  test("are a replacement when there are too many", () => {
    const before = Array.from({ length: 4000 }, (_, index) => `a${index}`);
    const after = Array.from({ length: 4000 }, (_, index) => `b${index}`);
    expect(apply(before, after).changes).toBe(8000);
  });
});

test("hunks have the line numbers of both sides and some lines around", () => {
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

test("words that differ are found, and lines without anything in common are left alone", () => {
  expect(wordsBetween("return redirect('/');", "return redirect('/home');")).toEqual({
    old: [],
    fresh: [[18, 22]],
  });
  expect(wordsBetween("one two", "x + y * 3")).toBeUndefined();
});
