import { describe, expect, it } from "vitest";
import { lastLines } from "./liveOutput.logic";

describe("the end of what was printed", () => {
  it("is the last lines that say something", () => {
    expect(lastLines("one\ntwo\n\nthree\n", 2)).toBe("two\nthree");
    expect(lastLines("")).toBe("");
  });

  it("shows progress as it stands now", () => {
    expect(lastLines("fetch\r\n10%\r50%\r100%\n")).toBe("fetch\n100%");
  });
});
