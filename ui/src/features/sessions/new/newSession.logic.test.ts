import { describe, expect, test } from "vitest";
import { childOf, emptyDraft, parentOf, splitFlags, toCreate } from "./newSession.logic";

describe("a new session", () => {
  test("asks for nothing that was not chosen", () => {
    expect(toCreate({ ...emptyDraft, project: " /p/shop " })).toEqual({
      create: { project: "/p/shop" },
    });
  });

  test("asks for all that was chosen", () => {
    const draft = {
      ...emptyDraft,
      project: "/p/shop",
      message: "fix it\n",
      model: "opus",
      mode: "plan",
      effort: "high",
      worktree: true,
      branch: "fix",
      resume: "abc",
      fork: true,
      title: "Fix",
      directories: "/a\n\n /b ",
      budget: "2.5",
      turns: "3",
      prompt: "Be brief.",
      flags: `--add-dir "/with space" --verbose`,
      continueAfterLimit: true,
      debug: true,
    };
    expect(toCreate(draft)).toEqual({
      create: {
        project: "/p/shop",
        permissionMode: "plan",
        title: "Fix",
        model: "opus",
        effort: "high",
        worktree: "fix",
        resume: "abc",
        fork: true,
        directories: ["/a", "/b"],
        budgetUsd: 2.5,
        maxTurns: 3,
        appendSystemPrompt: "Be brief.",
        flags: ["--add-dir", "/with space", "--verbose"],
        continueAfterLimit: true,
        debug: true,
        message: { text: "fix it" },
      },
    });
  });

  test.each([
    [{ project: "shop" }, "absolute path"],
    [{ project: "/p", budget: "-1" }, "budget"],
    [{ project: "/p", budget: "much" }, "budget"],
    [{ project: "/p", turns: "1.5" }, "turns"],
    [{ project: "/p", flags: `--x "open` }, "quote"],
  ])("%j is mended first", (change, word) => {
    const asked = toCreate({ ...emptyDraft, ...change });
    expect("problem" in asked && asked.problem).toContain(word);
  });
});

test("flags are split as a shell does", () => {
  expect(splitFlags(`a 'b c'"d" ''  e`)).toEqual(["a", "b cd", "", "e"]);
  expect(splitFlags("  ")).toEqual([]);
});

test("directories go up and down", () => {
  expect(parentOf("/a/b/")).toBe("/a");
  expect(parentOf("/a")).toBe("/");
  expect(parentOf("/")).toBeUndefined();
  expect(childOf("/", "a")).toBe("/a");
  expect(childOf("/a/", "b")).toBe("/a/b");
});
