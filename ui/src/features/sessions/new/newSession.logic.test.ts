import { describe, expect, test } from "vitest";
import type { SessionSummary } from "@/api/generated";
import { commandSource, emptyDraft, splitFlags, toCreate } from "./newSession.logic";

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
      agent: " reviewer ",
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
        flags: ["--agent=reviewer", "--add-dir", "/with space", "--verbose"],
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

test("attachments go with the first message, also without words", () => {
  expect(toCreate({ ...emptyDraft, project: "/p" }, ["u1"])).toEqual({
    create: { project: "/p", message: { text: "", uploads: ["u1"] } },
  });
});

test("commands are those of the newest session of the project, else of any", () => {
  const of = (id: string, project: string, at: number, cliSessionId?: string) =>
    [id, { id, project, at, cliSessionId } as SessionSummary] as const;
  const sessions = new Map([of("a", "/p", 1, "1"), of("b", "/p", 2), of("c", "/q", 3, "3")]);
  expect(commandSource(sessions, "/p")).toBe("a");
  expect(commandSource(sessions, "/new")).toBe("c");
  expect(commandSource(new Map(), "/p")).toBeUndefined();
});
