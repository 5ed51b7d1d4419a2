import { describe, expect, it } from "vitest";
import { ranked, typingAt } from "./completion.logic";

describe("completion", () => {
  it("sees a command only at the beginning", () => {
    expect(typingAt("/com", 4)).toEqual({ kind: "command", query: "com" });
    expect(typingAt("do /com", 7)).toBeUndefined();
    expect(typingAt("/compact now", 12)).toBeUndefined();
  });
  it("sees a mention where a word begins", () => {
    expect(typingAt("look at @src/a", 14)).toEqual({ kind: "mention", query: "src/a", start: 8 });
    expect(typingAt("me@home", 7)).toBeUndefined();
  });
  it("puts what begins with the query first", () => {
    expect(ranked(["recompact", "compact", "cost"], "com", (name) => name)).toEqual(["compact", "recompact"]);
  });
});
