import { expect, test } from "vitest";
import { resumeCommand } from "./actions";

test("the command to resume is safe to paste", () => {
  expect(resumeCommand("/home/dev/shop", "abc-1")).toBe("cd /home/dev/shop && claude --resume abc-1");
  expect(resumeCommand("/home/dev/it's here", "abc-1")).toBe(
    "cd '/home/dev/it'\\''s here' && claude --resume abc-1",
  );
  expect(resumeCommand(undefined, "abc-1")).toBe("claude --resume abc-1");
});
