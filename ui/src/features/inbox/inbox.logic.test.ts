import { expect, test } from "vitest";
import { selectedOf } from "./inbox.logic";

test("exactly one of the waiting sessions is selected", () => {
  expect(selectedOf(undefined, [], ["a", "b", "c"])).toBe("a");
  expect(selectedOf("b", ["a", "b", "c"], ["a", "b", "c"])).toBe("b");
  // Settled: the next one, or the last where there is none after it.
  expect(selectedOf("b", ["a", "b", "c"], ["a", "c"])).toBe("c");
  expect(selectedOf("c", ["a", "b", "c"], ["a", "b"])).toBe("b");
  expect(selectedOf("b", ["a", "b", "c"], ["a", "c", "d"])).toBe("c");
  expect(selectedOf("b", ["a", "b"], [])).toBeUndefined();
  // A new one does not take the selection.
  expect(selectedOf("b", ["b"], ["a", "b"])).toBe("b");
});
