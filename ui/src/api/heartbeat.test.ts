import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Heartbeat, PATIENCE_MS, QUIET_MS } from "./heartbeat";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const start = () => {
  const line = { ask: vi.fn(), dead: vi.fn() };
  return { line, beat: new Heartbeat(line) };
};

test("a quiet host is asked, and given up when it does not answer", () => {
  const { line, beat } = start();
  beat.heard();
  vi.advanceTimersByTime(QUIET_MS);
  expect(line.ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(PATIENCE_MS);
  expect(line.dead).toHaveBeenCalledTimes(1);
});

test("a host that answers is not given up", () => {
  const { line, beat } = start();
  beat.ask();
  vi.advanceTimersByTime(PATIENCE_MS - 1);
  beat.heard();
  vi.advanceTimersByTime(QUIET_MS - 1);
  expect(line.dead).not.toHaveBeenCalled();
});

test("after the end nothing is asked", () => {
  const { line, beat } = start();
  beat.heard();
  beat.stop();
  vi.advanceTimersByTime(QUIET_MS + PATIENCE_MS);
  expect(line.ask).not.toHaveBeenCalled();
});
