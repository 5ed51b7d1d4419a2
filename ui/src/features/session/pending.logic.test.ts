import { expect, test } from "vitest";
import type { Activity, QueuedMessage, SessionView } from "@/api/generated";
import { awaited, startingMessage } from "./pending.logic";

const message = (text: string, more: Partial<QueuedMessage> = {}): QueuedMessage => ({
  uuid: text,
  text: { text, truncated: false, fullSize: text.length },
  attachments: [],
  at: 0,
  ...more,
});

const view = (activity: Activity, ...queue: QueuedMessage[]) =>
  ({ liveness: { activity, since: 1000 }, queue }) as unknown as SessionView;

test("the message that starts Claude is not in the queue", () => {
  const [first, second] = [message("first"), message("second")];
  for (const state of ["notStarted", "starting", "parked"] as const)
    expect(startingMessage(view({ state }, first, second), undefined)).toBe(first);
});

test("a message that waits for a turn, a person, room or a working CLI stays in the queue", () => {
  const first = message("first");
  const parked: Activity = { state: "parked" };
  expect(startingMessage(view({ state: "writing", entry: "e1" }, first), undefined)).toBeUndefined();
  expect(startingMessage(view(parked, message("first", { held: true })), undefined)).toBeUndefined();
  expect(startingMessage(view(parked, message("first", { reason: "16 live" })), undefined)).toBeUndefined();
  expect(startingMessage(view(parked, first), { problem: "It does not start." })).toBeUndefined();
  expect(startingMessage(view(parked, first), { projectSettings: "undecided" })).toBeUndefined();
  expect(startingMessage(view(parked, first), { projectSettings: "leftOut" })).toBe(first);
});

test("from Send to the first word a line says what happens, and for how long", () => {
  const line = (activity: Activity, starting = false) => awaited(view(activity), starting, 3000);
  expect(line({ state: "parked" }, true)).toBe("Starting Claude…");
  expect(line({ state: "starting" }, true)).toBe("Starting Claude… 2 s");
  expect(line({ state: "requesting" })).toBe("Waiting for the model… 2 s");
  expect(awaited(view({ state: "requesting" }), false, 1500)).toBe("Waiting for the model…");
  const retry = { attempt: 2, maxRetries: 10, nextAt: 11_000, error: "overloaded" };
  expect(line({ state: "retrying", ...retry })).toBe("Overloaded, retry 2 of 10 in 8 s");
  expect(line({ state: "writing", entry: "e1" })).toBeUndefined();
  expect(line({ state: "idle" })).toBeUndefined();
  // A process that is started without a message answers nothing.
  expect(line({ state: "starting" })).toBeUndefined();
});
