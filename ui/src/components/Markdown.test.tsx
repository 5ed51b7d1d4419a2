import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "./Markdown";

const drawn = (text: string, streaming = false) =>
  renderToStaticMarkup(<Markdown streaming={streaming}>{text}</Markdown>);

const attacks: [string, string][] = [
  ["a script", "<script>alert(1)</script>"],
  ["an event handler", 'before <img src="x" onerror="alert(1)"> after'],
  ["a frame", '<iframe src="https://example.com"></iframe>'],
  ["a block of HTML", '<div onclick="alert(1)">\n\ntext\n\n</div>'],
  ["a form", '<form action="https://example.com"><input name="key"></form>'],
  ["a style", "<style>body { display: none }</style>"],
  ["HTML in a table", "| a |\n|---|\n| <svg onload=alert(1)> |"],
];

for (const [name, text] of attacks) {
  for (const streaming of [false, true]) {
    test(`${name} stays text${streaming ? ", while it streams" : ""}`, () => {
      const html = drawn(text, streaming);
      expect(html).not.toMatch(/<(script|iframe|form|input|style|svg|b)\b/);
      expect(html).not.toMatch(/<[^>]*\s(on\w+|action)=/);
      // The model wrote it, so the person sees it.
      expect(html).toContain("&lt;");
    });
  }
}

test("a tag that is not complete stays text, and is held back while it streams", () => {
  const text = "text <b onmouseover=alert(1)";
  expect(drawn(text)).toContain("&lt;b onmouseover");
  expect(drawn(text, true)).not.toContain("onmouseover");
});

test("addresses that run code are dropped", () => {
  const html = drawn("[a](javascript:alert(1)) [b](data:text/html,x) [c](https://example.com/)");
  expect(html).not.toContain("javascript:");
  expect(html).not.toContain("data:text/html");
  expect(html).toContain("https://example.com/");
});

test("Markdown itself is drawn", () => {
  const html = drawn("# Title\n\n- one\n- **two**\n\n| a | b |\n|---|---|\n| 1 | 2 |");
  for (const tag of ["<h", "<li", "<strong", "<table", "<td"]) expect(html).toContain(tag);
});
