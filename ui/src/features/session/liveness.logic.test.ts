import { expect, test } from "vitest";
import type { Activity, SessionView } from "@/api/generated";
import { announced, canStop, doing, sentence } from "./liveness.logic";

const view = (state: "waiting" | "idle", since: number) =>
  ({ liveness: { activity: { state }, since }, entries: [], at: since }) as unknown as SessionView;

test("the clock comes with the first second", () => {
  expect(sentence(view("waiting", 1000), 1400)).toBe("Waiting for you");
  expect(sentence(view("waiting", 1000), 4200)).toBe("Waiting for you, 3 s");
  expect(sentence(view("idle", 1000), 9000)).toBe("Idle");
});

test("a process that ended normally is closed, without a code", () => {
  const ended = (exit: object) =>
    doing({ state: "ended", exit: { stderrTail: "", ...exit } } as Activity, () => undefined);
  expect(ended({ code: 0 })).toBe("Closed");
  expect(ended({})).toBe("Closed");
  expect(ended({ code: 3 })).toBe("Ended with code 3");
  expect(ended({ signal: 9 })).toBe("Ended by signal 9");
});

test("stop is offered from the moment a message is sent, and not for held messages or background work", () => {
  const stops = (state: string, ...held: boolean[]) =>
    canStop({
      liveness: { activity: { state }, since: 0 },
      queue: held.map((one) => ({ held: one })),
    } as unknown as SessionView);
  expect(stops("starting")).toBe(true);
  expect(stops("sent")).toBe(true);
  expect(stops("writing")).toBe(true);
  expect(stops("parked", false)).toBe(true);
  expect(stops("idle", true)).toBe(false);
  expect(stops("idle")).toBe(false);
  expect(stops("background", true)).toBe(false);
});

test("what is said aloud is that a turn waits or is over, once, and nothing between", () => {
  expect(announced(undefined, "idle")).toBeUndefined();
  expect(announced("idle", "sent")).toBeUndefined();
  expect(announced("thinking", "writing")).toBeUndefined();
  expect(announced("tools", "waiting"), "the request announces itself").toBeUndefined();
  expect(announced("waiting", "waiting")).toBeUndefined();
  expect(announced("writing", "idle")).toBe("The turn is finished.");
  expect(announced("starting", "idle")).toBeUndefined();
  expect(announced("idle", "parked")).toBeUndefined();
  expect(announced("writing", "ended")).toBe("The CLI process ended.");
});
