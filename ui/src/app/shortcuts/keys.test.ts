import { describe, expect, test } from "vitest";
import { isTyped, normalise, pressed, shown } from "./keys";

const press = (
  key: string,
  held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {},
  code?: string,
) =>
  pressed({
    key,
    ...(code ? { code } : {}),
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
  });

describe("keys", () => {
  test("a combination is the same text however it is written", () => {
    expect(normalise("Shift+Mod+p", false)).toBe("Ctrl+Shift+P");
    expect(normalise("Mod+Shift+P", true)).toBe("Meta+Shift+P");
  });

  test("what is pressed reads as it is written", () => {
    expect(press("P", { ctrlKey: true, shiftKey: true }, "KeyP")).toBe("Ctrl+Shift+P");
    expect(press("ArrowDown", { altKey: true })).toBe("Alt+ArrowDown");
    expect(press("?", { shiftKey: true })).toBe("?");
    expect(press("/", { ctrlKey: true })).toBe("Ctrl+/");
  });

  test("Alt that makes another letter is still the letter's key", () => {
    expect(press("ß", { altKey: true }, "KeyS")).toBe("Alt+S");
  });

  test("modifiers alone are nothing", () => {
    expect(press("Control", { ctrlKey: true })).toBeUndefined();
  });

  test("they are shown as the system shows them", () => {
    expect(shown("Mod+Shift+P", true)).toBe("⌘⇧P");
    expect(shown("Mod+Shift+P", false)).toBe("Ctrl+Shift+P");
    expect(shown("Mod+/", false)).toBe("Ctrl+/");
  });

  test("plain letters belong to fields, F2 does not", () => {
    expect(isTyped("?")).toBe(true);
    expect(isTyped("Shift+A")).toBe(true);
    expect(isTyped("F2")).toBe(false);
    expect(isTyped("Alt+W")).toBe(false);
  });
});
