import { expect, test } from "vitest";
import { isImportFailure } from "./states";

test("a part that did not come is told from one that broke", () => {
  expect(isImportFailure(new TypeError("Failed to fetch dynamically imported module: /a.js"))).toBe(true);
  expect(isImportFailure(new Error("Unable to preload CSS for /assets/UsagePage.css"))).toBe(true);
  expect(isImportFailure(new TypeError("x is undefined"))).toBe(false);
  expect(isImportFailure(new Error("no"))).toBe(false);
});
