import { describe, expect, test } from "vitest";
import type { ModelInfo } from "@/api/generated";
import { nextMode, offeredModes } from "./modes.logic";

const models = (supportsAutoMode: boolean): { models: ModelInfo[] } => ({
  models: [
    {
      value: "opus",
      displayName: "Opus",
      effortLevels: [],
      supportsFastMode: false,
      supportsAutoMode,
      supportsThinkingOff: false,
    },
  ],
});

describe("permission modes", () => {
  test("auto is among them where the CLI offers it", () => {
    expect(offeredModes(models(true))).toEqual(["default", "acceptEdits", "plan", "auto"]);
    expect(offeredModes(models(false))).toEqual(["default", "acceptEdits", "plan"]);
    expect(offeredModes(undefined)).toEqual(["default", "acceptEdits", "plan"]);
  });

  test("follow each other in a circle", () => {
    expect(nextMode("plan", models(true))).toBe("auto");
    expect(nextMode("auto", models(true))).toBe("default");
    expect(nextMode("plan", models(false))).toBe("default");
    expect(nextMode("bypassPermissions", models(true))).toBe("default");
  });
});
