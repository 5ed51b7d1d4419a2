import { expect, test } from "vitest";
import { equalShares, fitSideBySide, fitsBeside, moveShare } from "./panes.logic";

test("shares are equal until somebody moves a line", () => {
  expect(equalShares([], 2)).toEqual([0.5, 0.5]);
  expect(equalShares([0.3, 0.7], 2)).toEqual([0.3, 0.7]);
  expect(equalShares([0.3, 0.7], 4)).toEqual([0.25, 0.25, 0.25, 0.25]);
});

test("moving a line changes only the two beside it", () => {
  expect(moveShare([0.25, 0.25, 0.5], 0, 0.3)).toEqual([0.3, 0.2, 0.5]);
});

test("none vanishes", () => {
  expect(moveShare([0.5, 0.5], 0, 0)[0]).toBeCloseTo(0.15);
  expect(moveShare([0.5, 0.5], 0, 2)[1]).toBeCloseTo(0.15);
});

test("sessions stand side by side, and a panel beside them, only where each can be read", () => {
  const at = (window: number, sidebar = 264) => ({ window, sidebar, dock: 372 });
  expect([768, 904, 1024, 1440].map((window) => fitSideBySide(at(window), 2))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect([1024, 1276, 1440].map((window) => fitsBeside(at(window), 2))).toEqual([false, true, true]);
  expect(fitsBeside(at(1024), 1)).toBe(true);
  expect(fitsBeside(at(1024, 0), 2)).toBe(true);
});
