import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const outside = Object.entries(sources).filter(([path]) => !path.startsWith("./"));

test("addresses of the server stand in src/api only", () => {
  expect(outside.length).toBeGreaterThan(100);
  const found = outside.filter(([, text]) => /["'`](?:[A-Z]+ )?\/?api\//.test(text)).map(([path]) => path);
  expect(found).toEqual([]);
});

test("every toast of an error shows its detail", () => {
  const found = outside
    .filter(([path, text]) => !path.endsWith("lib/problem.ts") && /toast\.error\([^)]*\berror\b/.test(text))
    .map(([path]) => path);
  expect(found).toEqual([]);
});
