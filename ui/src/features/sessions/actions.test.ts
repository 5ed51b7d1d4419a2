import { expect, test, vi } from "vitest";
import type { SessionSummary } from "@/api/generated";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("location", { hash: "" });
const { resumeCommand } = await import("./actions");

const summary = (change: Partial<SessionSummary>) => ({ project: "/p/shop", ...change }) as SessionSummary;

test("the command goes to the directory the conversation belongs to", () => {
  expect(resumeCommand(summary({ cliSessionId: "abc" }))).toBe("cd /p/shop && claude --resume abc");
  expect(resumeCommand(summary({ cliSessionId: "abc", worktree: "/w/my tree" }))).toBe(
    "cd '/w/my tree' && claude --resume abc",
  );
});

test("a quote in a path does not end the quoting", () => {
  expect(resumeCommand(summary({ cliSessionId: "abc", project: "/it's" }))).toBe(
    "cd '/it'\\''s' && claude --resume abc",
  );
});

test("there is none before the CLI has given an id", () => {
  expect(resumeCommand(summary({}))).toBeUndefined();
});
