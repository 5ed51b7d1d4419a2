import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Markdown } from "../Markdown";
import { blocksOf } from "./blocks";

const samples: [string, string, number][] = [
  ["paragraphs", "one\n\ntwo\nstill two\n\n\nthree", 3],
  ["a heading and text", "# Title\n\ntext\n\n## Next\ntext", 3],
  ["fenced code with blank lines", "text\n\n```ts\na();\n\nb();\n```\n\nafter", 3],
  ["a fence of tildes that holds another", "~~~\n```\n\n```\n~~~\n\nafter", 2],
  ["a fence that is not closed", "text\n\n```\na\n\nb", 2],
  ["a loose list", "1. one\n\n2. two\n\n   more of two\n\n3. three\n\nafter", 2],
  ["a list with code", "- one\n\n  ```\n  a\n\n  b\n  ```\n\n- two\n\nafter", 2],
  ["a nested list", "- one\n\n  - inner\n\n    text\n- two\n\n> quote", 2],
  ["indented code", "text\n\n    a\n\n    b\n\nafter", 3],
  ["a table", "| a | b |\n|---|---|\n| 1 | 2 |\n\nafter", 2],
  ["a quotation", "> one\n>\n> two\n\nafter", 2],
  ["a formula", "$$\na\n\nb\n$$\n\nafter", 2],
  ["a link definition", "[a][b]\n\ntext\n\n[b]: https://example.com/", 1],
  ["a footnote", "text[^1]\n\nmore\n\n[^1]: note", 1],
  ["Windows line ends", "one\r\n\r\ntwo", 2],
  ["nothing", "", 0],
];

describe("blocks", () => {
  test.each(samples)("%s", (_, text, count) => {
    const blocks = blocksOf(text);
    expect(blocks.join("")).toBe(text);
    expect(blocks).toHaveLength(count);
  });

  const drawn = (text: string, streaming: boolean) =>
    renderToStaticMarkup(<Markdown streaming={streaming}>{text}</Markdown>).replaceAll(/\s+/g, " ");

  test.each(samples.filter(([, text]) => !text.includes("$$") && text !== ""))(
    "%s: drawn in blocks as it is drawn whole",
    (_, text) => {
      const words = (html: string) => html.replaceAll(/<\/?div[^>]*>| (?=<)|(?<=>) /g, "");
      expect(words(drawn(text, true))).toBe(words(drawn(text, false)));
    },
  );

  test("what was complete stays as it is while more comes", () => {
    const text = samples
      .map(([, sample]) => sample)
      .join("\n\n")
      .replaceAll(/\[\^1\][:]?|\[b\](: .*)?/g, "");
    const whole = blocksOf(text);
    for (let length = 0; length < text.length; length += 1) {
      const complete = blocksOf(text.slice(0, length)).slice(0, -1);
      // A line that is not complete yet can still turn out to continue a list.
      const settled = complete.slice(0, -1);
      expect(whole.slice(0, settled.length)).toEqual(settled);
    }
  });
});
