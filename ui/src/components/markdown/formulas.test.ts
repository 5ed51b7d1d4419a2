import { expect, test } from "vitest";
import { withFormulas } from "./formulas";

const raw = String.raw;

test("formulas in a line and on lines of their own are read", () => {
  expect(withFormulas(raw`so \(x^2\) is`)).toBe("so $$ x^2 $$ is");
  expect(withFormulas(raw`\(a\), \(b\) and \(\frac{1}{2}\)`)).toBe(
    raw`$$ a $$, $$ b $$ and $$ \frac{1}{2} $$`,
  );
  expect(withFormulas("Then\n\\[\na\n- b\n= c\n\\]\nholds")).toBe("Then\n$$\na\n- b\n= c\n$$\nholds");
  expect(withFormulas(raw`\[ E = mc^2 \]`)).toBe("$$\nE = mc^2\n$$");
});

test("a formula between single dollars is read where it looks like one", () => {
  expect(withFormulas(raw`so $x^2$, $n$ and $\frac{1}{2}$.`)).toBe(
    raw`so $$ x^2 $$, $$ n $$ and $$ \frac{1}{2} $$.`,
  );
  expect(withFormulas("$f(x)$ and $a + b$")).toBe("$$ f(x) $$ and $$ a + b $$");
  expect(withFormulas("- $x_1$\n\n$$\ny$z\n$$\n$E = mc^2$")).toBe(
    "- $$ x_1 $$\n\n$$\ny$z\n$$\n$$ E = mc^2 $$",
  );
  for (const text of [
    "$5 and $6",
    "costs $5, or 6$",
    "$10-$20",
    "US$5, US$6",
    "echo $HOME:$PATH",
    "$HOME/bin and $PATH",
    "between $one and two$",
    "`$x$`",
    "a $x",
    raw`\$x$`,
  ])
    expect(withFormulas(text)).toBe(text);
});

test("a formula in a list or a quote stays there", () => {
  expect(withFormulas("- \\[ a_1 \\]\n- b")).toBe("- $$\n  a_1\n  $$\n- b");
  expect(withFormulas("> \\[\n> x\n> \\]")).toBe("> $$\n> x\n> $$");
  expect(withFormulas("1. so\n   \\[ x \\]")).toBe("1. so\n   $$\n   x\n   $$");
});

test("a dollar in a formula is kept apart from the marks", () => {
  expect(withFormulas(raw`\(\text{5}\$\)`)).toBe(raw`$$ \text{5}\$ $$`);
  expect(withFormulas(raw`\(a $$ b\)`)).toBe(raw`\(a $$ b\)`);
});

test("nothing in code or in an address is a formula", () => {
  for (const text of [
    "`\\(x\\)` and ``\\[ ` \\]``",
    "```sh\nsed 's/\\(a\\)/\\1/'\n\\[ x \\]\n```",
    "~~~\n\\(x\\)\n```\n\\(y\\)\n~~~",
    "- item\n  ```\n  \\(x\\)\n  ```",
    "before\n\n    \\(x\\)\n    \\[ y \\]",
    "`code that\nends \\(x\\) here`",
    "```\nstill coming \\(x\\)",
    "[Foo](https://example.com/Foo_\\(bar\\))",
    "<https://example.com/\\(bar\\)>",
  ])
    expect(withFormulas(text)).toBe(text);
  expect(withFormulas("`\\(x\\)` but \\(y\\)")).toBe("`\\(x\\)` but $$ y $$");
  expect(withFormulas("```\n\\(x\\)\n```\n\\(y\\)")).toBe("```\n\\(x\\)\n```\n$$ y $$");
  expect(withFormulas("a ` b \\(y\\)\n\nc ` d")).toBe("a ` b $$ y $$\n\nc ` d");
});

test("brackets that are only brackets stay", () => {
  for (const text of [
    raw`as in \[1\] and \[2\]`,
    raw`\(see below\)`,
    raw`\\(x\\)`,
    raw`\( \)`,
    raw`\[\]`,
    raw`an open \(x and`,
    "\\(x\n\ny\\)",
    raw`$5 and $6`,
    "no formula at all",
  ])
    expect(withFormulas(text)).toBe(text);
  expect(withFormulas(raw`so \[ a = b \] holds`)).toBe("so $$ a = b $$ holds");
});

test("what has been read stays as it is while more comes", () => {
  const whole = "One \\(x\\).\n\n\\[\ny\n\\]\n\nand `\\(z\\)` then \\(w\\)";
  for (let length = whole.indexOf("\n\nand"); length <= whole.length; length += 1)
    expect(withFormulas(whole.slice(0, length)).startsWith("One $$ x $$.\n\n$$\ny\n$$")).toBe(true);
});
