import { describe, expect, test } from "vitest";
import type { ModelInfo } from "@/api/generated";
import { nextMode, offeredModes, quickModes, startModes } from "./modes.logic";

const models = (over: Partial<ModelInfo> = {}): { models: ModelInfo[] } => ({
  models: [
    {
      value: "opus",
      displayName: "Opus",
      effortLevels: [],
      supportsFastMode: false,
      supportsAutoMode: false,
      supportsThinkingOff: false,
      ...over,
    },
  ],
});

const newer = models({ supportsAutoMode: true, effortLevels: ["low"] });

describe("permission modes", () => {
  test("those that are changed in passing: auto is among them where the CLI offers it", () => {
    expect(quickModes(newer)).toEqual(["default", "acceptEdits", "plan", "auto"]);
    expect(quickModes(models())).toEqual(["default", "acceptEdits", "plan"]);
    expect(quickModes(undefined)).toEqual(["default", "acceptEdits", "plan"]);
  });

  test("all: auto with newer CLIs, delegate with older ones, and the one that holds", () => {
    expect(offeredModes(newer)).toContain("auto");
    expect(offeredModes(newer)).not.toContain("delegate");
    expect(offeredModes(models())).toContain("delegate");
    expect(offeredModes(models())).not.toContain("auto");
    expect(offeredModes({ models: [], permissionMode: "strange" })).toContain("strange");
  });

  test("those that a session can start in: never bypass", () => {
    expect(startModes("2.1.38")).toContain("delegate");
    expect(startModes("2.1.38")).not.toContain("auto");
    expect(startModes("2.1.325")).toContain("auto");
    expect(startModes(undefined)).not.toContain("bypassPermissions");
  });

  test("follow each other in a circle", () => {
    expect(nextMode("plan", newer)).toBe("auto");
    expect(nextMode("auto", newer)).toBe("default");
    expect(nextMode("plan", models())).toBe("default");
    expect(nextMode("bypassPermissions", newer)).toBe("default");
  });
});
