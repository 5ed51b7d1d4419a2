import { expect, test } from "vitest";
import { includes } from "./scope";

test("a scope includes the ones before it", () => {
  expect(includes("control", "answer")).toBe(true);
  expect(includes("control", "control")).toBe(true);
  expect(includes("control", "admin")).toBe(false);
  expect(includes("view", "answer")).toBe(false);
  expect(includes(undefined, "admin")).toBe(true);
});
