import { describe, expect, it } from "vitest";
import { changed, editPatch, hunks, list, text } from "./input";

describe("tool input", () => {
  it("reads what is there and nothing else", () => {
    expect(text({ command: "ls" }, "command")).toBe("ls");
    expect([text(null, "command"), text({ command: 7 }, "command"), text([], "command")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(list({ items: "x" }, "items")).toEqual([]);
  });
  it("leaves out hunks that are not whole", () => {
    const whole = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: [" a", "+b"] };
    expect(hunks({ structuredPatch: [whole, { oldStart: 1 }] })).toEqual([whole]);
    expect(changed([whole])).toEqual({ added: 1, removed: 0 });
  });
  it("makes a patch of an edit, keeping what is common", () => {
    expect(editPatch("a\nb\nc", "a\nx\nc")[0]?.lines).toEqual([" a", "-b", "+x", " c"]);
    expect(editPatch("", "new")[0]?.lines).toEqual(["+new"]);
  });
});
