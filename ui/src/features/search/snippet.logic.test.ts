import { expect, test } from "vitest";
import { snippetParts } from "./snippet.logic";

const shown = (snippet: string) => snippetParts(snippet).map(({ text, found }) => [text, found]);

test("found words are told from the others", () => {
  expect(shown("the \uE000login\uE001 page and \uE000login\uE001")).toEqual([
    ["the ", false],
    ["login", true],
    [" page and ", false],
    ["login", true],
  ]);
});

test("a snippet without marks is one part, and an empty one none", () => {
  expect(shown("plain")).toEqual([["plain", false]]);
  expect(shown("")).toEqual([]);
});

test("a mark that was cut off does no harm", () => {
  expect(shown("a\uE000b")).toEqual([
    ["a", false],
    ["b", true],
  ]);
});
