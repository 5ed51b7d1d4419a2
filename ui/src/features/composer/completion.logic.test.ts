import { expect, test } from "vitest";
import type { Command, Entry, McpServer } from "@/api/generated";
import { argumentHint, mentionOf, ranked, resourcesOf, typingAt } from "./completion.logic";

test("a command is completed at the beginning only, a mention after a space", () => {
  expect(typingAt("/com", 4)).toEqual({ kind: "command", query: "com" });
  expect(typingAt("do /com", 7)).toBeUndefined();
  expect(typingAt("see @src/a", 10)).toEqual({ kind: "mention", query: "src/a", start: 4 });
  expect(typingAt("me@example", 10)).toBeUndefined();
});

test("a path with spaces is mentioned in quotes, and goes on being completed in them", () => {
  expect(mentionOf("src/a.ts")).toBe("@src/a.ts");
  expect(mentionOf("my notes/a b.md")).toBe('@"my notes/a b.md"');
  expect(typingAt('see @"my no', 11)).toEqual({ kind: "mention", query: "my no", start: 4 });
  expect(typingAt('see @"my notes" ', 16)).toBeUndefined();
});

test("what begins with the query comes first", () => {
  expect(ranked(["recompact", "compact", "clear"], "com", (name) => name)).toEqual(["compact", "recompact"]);
});

test("a command says what it takes once its name is typed", () => {
  const commands: Command[] = [
    { name: "compact", argumentHint: "[instructions]", aliases: ["c"], terminalOnly: false },
  ];
  expect(argumentHint("/compact ", commands)).toBe("[instructions]");
  expect(argumentHint("/c ", commands)).toBe("[instructions]");
  expect(argumentHint("/compact now", commands)).toBeUndefined();
});

test("resources are those that were listed, and the servers themselves", () => {
  const server: McpServer = { name: "docs", status: "connected", tools: [] };
  const listing: Entry = {
    id: "e1",
    order: 1,
    at: 0,
    epoch: 1,
    body: {
      kind: "tool",
      toolUseId: "t",
      tool: { name: "ListMcpResourcesTool", display: "List Mcp Resources" },
      input: {},
      inputCut: false,
      state: "done",
      links: {},
      result: {
        text: { text: "", truncated: false, fullSize: 0 },
        isError: false,
        invalidCall: false,
        attachments: [],
        structured: [{ uri: "doc://1", name: "One", server: "docs" }],
        structuredCut: false,
        seq: 1,
      },
    },
  };
  expect(resourcesOf([server, { ...server, name: "off", status: "failed" }], [listing])).toEqual([
    { mention: "docs:doc://1", name: "One" },
    { mention: "docs:", name: "a resource of this MCP server, by its address" },
  ]);
});
