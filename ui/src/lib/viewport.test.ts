import { expect, test } from "vitest";
import { freeHeight } from "./viewport";

test("a keyboard over the page makes it shorter, a bar of the browser or a zoom does not", () => {
  expect(freeHeight({ height: 420, scale: 1 }, 844)).toBe(420);
  expect(freeHeight({ height: 790, scale: 1 }, 844)).toBeUndefined();
  expect(freeHeight({ height: 420, scale: 2 }, 844)).toBeUndefined();
  expect(freeHeight({ height: 844, scale: 1 }, 844)).toBeUndefined();
});
