import { describe, expect, test } from "vitest";
import type { Entry, EntryBody } from "@/api/generated";
import { find, markdownOf, sessionMarkdown } from "./markdown.logic";

const cut = (text: string) => ({ text, truncated: false, fullSize: text.length });
const entry = (id: string, body: EntryBody): Entry => ({
  id,
  order: Number(id.slice(1)),
  at: 0,
  epoch: 1,
  body,
});
const prompt = entry("e1", {
  kind: "user",
  text: cut("first\nsecond"),
  attachments: [],
  delivery: { state: "done" },
  checkpoint: false,
});
const answer = entry("e2", {
  kind: "text",
  text: "It is *done*.",
  streaming: false,
  citations: [],
  aborted: false,
});
const call = entry("e3", {
  kind: "tool",
  toolUseId: "t",
  tool: { name: "Bash", display: "Bash" },
  input: { command: "cat a.md" },
  inputCut: false,
  state: "done",
  links: {},
  result: {
    text: cut("```\ncode\n```"),
    isError: false,
    invalidCall: false,
    attachments: [],
    structuredCut: false,
    seq: 3,
  },
});

describe("a session as Markdown", () => {
  test("quotes what the person said", () => {
    expect(markdownOf(prompt)).toBe("> first\n> second");
  });

  test("fences output with more marks than it holds", () => {
    expect(markdownOf(call)).toContain("````\n```\ncode\n```\n````");
    expect(markdownOf(call)).toContain("```sh\ncat a.md\n```");
  });

  test("has a title and leaves out what subagents did", () => {
    const inside = { ...answer, id: "e4", parent: "e3" };
    expect(sessionMarkdown("Title", [prompt, answer, inside])).toBe(
      "# Title\n\n> first\n> second\n\nIt is *done*.\n",
    );
  });
});

test("finding looks at prompts, answers, commands and output", () => {
  const all = [prompt, answer, call];
  expect(find(all, "SECOND").map(({ id }) => id)).toEqual(["e1"]);
  expect(find(all, "cat a").map(({ id }) => id)).toEqual(["e3"]);
  expect(find(all, "code").map(({ id }) => id)).toEqual(["e3"]);
  expect(find(all, " ")).toEqual([]);
});
