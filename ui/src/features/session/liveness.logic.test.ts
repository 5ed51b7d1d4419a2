import { expect, test } from "vitest";
import type { SessionView } from "@/api/generated";
import { announced, sentence } from "./liveness.logic";

const view = (state: "waiting" | "idle", since: number) =>
  ({ liveness: { activity: { state }, since }, entries: [], at: since }) as unknown as SessionView;

test("the clock comes with the first second", () => {
  expect(sentence(view("waiting", 1000), 1400)).toBe("waiting for you");
  expect(sentence(view("waiting", 1000), 4200)).toBe("waiting for you, 3.2 s");
  expect(sentence(view("idle", 1000), 9000)).toBe("idle");
});

test("what is said aloud is that a turn waits or is over, once, and nothing between", () => {
  expect(announced(undefined, "idle")).toBeUndefined();
  expect(announced("idle", "sent")).toBeUndefined();
  expect(announced("thinking", "writing")).toBeUndefined();
  expect(announced("tools", "waiting")).toBe("The session waits for you.");
  expect(announced("waiting", "waiting")).toBeUndefined();
  expect(announced("writing", "idle")).toBe("The turn is over.");
  expect(announced("starting", "idle")).toBeUndefined();
  expect(announced("idle", "parked")).toBeUndefined();
  expect(announced("writing", "ended")).toBe("The process of the CLI ended.");
});
