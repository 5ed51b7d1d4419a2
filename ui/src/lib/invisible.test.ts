import { expect, test } from "vitest";
import { hidesAnything, revealed, revealedIn } from "./invisible";

test("characters that hide or turn around others are shown as codes", () => {
  expect(revealed("rm \u202etxt.a")).toBe("rm ⟨U+202E⟩txt.a");
  expect(revealed("a\u200bb\u2066c\u2069\ufeff")).toBe("a⟨U+200B⟩b⟨U+2066⟩c⟨U+2069⟩⟨U+FEFF⟩");
  expect(revealed("tag\u{e0041}")).toBe("tag⟨U+E0041⟩");
  expect(revealed("ls\u00a0-l\u3164")).toBe("ls⟨U+00A0⟩-l⟨U+3164⟩");
  expect(revealed("a\rb\u001b[2J")).toBe("a⟨U+000D⟩b⟨U+001B⟩[2J");
  expect(revealed("x\u00ad\u061c\u180e\ufe0f")).toBe("x⟨U+00AD⟩⟨U+061C⟩⟨U+180E⟩⟨U+FE0F⟩");
});

test("what can be seen stays as it is", () => {
  for (const text of ["a\tb\nc", "a\r\nb", "é 漢字 العربية עברית", "👩‍💻 ❤️ 👍🏽", "naïve — “quotes” … €"])
    expect(revealed(text)).toBe(text);
});

test("an input is revealed in its names and values", () => {
  const input = { "com\u200bmand": ["ls", { path: "\u202ea" }], count: 1, none: null };
  expect(revealedIn(input)).toEqual({
    "com⟨U+200B⟩mand": ["ls", { path: "⟨U+202E⟩a" }],
    count: 1,
    none: null,
  });
  expect(hidesAnything(input)).toBe(true);
  expect(hidesAnything({ command: "ls" })).toBe(false);
});
