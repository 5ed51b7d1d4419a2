import { describe, expect, it } from "vitest";
import { iconAddress } from "./icon.logic";

describe("the icon of the tab", () => {
  it("differs for every state and is well-formed", () => {
    const icons = (["idle", "waiting", "working"] as const).map(iconAddress);
    expect(new Set(icons).size).toBe(3);
    for (const icon of icons) {
      const svg = decodeURIComponent(icon.replace("data:image/svg+xml,", ""));
      expect(svg).toMatch(/^<svg xmlns="[^"]+" viewBox="0 0 32 32">(<(rect|path|circle) [^<>]+\/>)+<\/svg>$/);
    }
  });
});
