import { expect, test } from "vitest";
import { outputIn } from "./whole";

const line = (content: unknown, result?: unknown) =>
  JSON.stringify({
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content }] },
    ...(result === undefined ? {} : { tool_use_result: result }),
  });

test("the output of a call is found in its line", () => {
  expect(outputIn(line("all of it"), { toolUseId: "t1" })).toBe("all of it");
  expect(
    outputIn(
      line([
        { type: "text", text: "one" },
        { type: "text", text: "two" },
      ]),
      { toolUseId: "t1" },
    ),
  ).toBe("one\ntwo");
  expect(outputIn(line("cut", { stdout: "whole" }), { toolUseId: "t1" })).toBe("whole");
  expect(outputIn(line("other"), { toolUseId: "t2" })).toBeUndefined();
  expect(outputIn("not JSON", { toolUseId: "t1" })).toBeUndefined();
});
