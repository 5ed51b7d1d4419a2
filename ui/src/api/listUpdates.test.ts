import { expect, test } from "vitest";
import type { SessionSummary } from "./generated";
import { isQuiet } from "./listUpdates";

const before = {
  id: "s1",
  title: "One",
  status: "live",
  liveness: { activity: { state: "writing" }, since: 1, turn: 1, epoch: 1 },
  asks: 0,
  lastLine: "so",
  seq: 4,
  at: 4,
  costUsd: 0,
  archived: false,
  pinned: false,
} as unknown as SessionSummary;

test("a session that goes on writing is quiet", () => {
  expect(isQuiet(before, { ...before, lastLine: "so far", seq: 5, at: 5, costUsd: 0.1 })).toBe(true);
});

test("what a person must see is not", () => {
  const idle = { ...before.liveness, activity: { state: "idle" } } as SessionSummary["liveness"];
  for (const change of [
    { asks: 1 },
    { title: "Two" },
    { status: "failed" },
    { archived: true },
    { problem: "It ended." },
    { liveness: idle },
  ] as Partial<SessionSummary>[])
    expect(isQuiet(before, { ...before, ...change }), JSON.stringify(change)).toBe(false);
  expect(isQuiet(undefined, before)).toBe(false);
});
