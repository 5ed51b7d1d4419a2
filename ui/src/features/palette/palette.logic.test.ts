import { expect, test } from "vitest";
import { found, howWell, type Item } from "./palette.logic";

const item = (title: string, also: string[] = []): Item => ({
  value: title,
  title,
  also,
  run: () => undefined,
});

test("each typed word must stand somewhere", () => {
  const theme = item("Theme: dark", ["Look"]);
  expect(howWell("theme dark", theme)).toBeGreaterThan(0);
  expect(howWell("look DARK", theme)).toBeGreaterThan(0);
  expect(howWell("theme light", theme)).toBe(0);
});

test("letters that are scattered over a path do not fit", () => {
  // i, n, b, o, x in this order, which is how a session used to come before the inbox.
  const session = item("Find a bug", ["/tmp/pilothouse-e2e-aXb/demo"]);
  expect(howWell("inbox", session)).toBe(0);
});

test("the best comes first, and its group with it", () => {
  const sessions = { heading: "Sessions", items: [item("Mend the inbox"), item("Sort the outbox")] };
  const go = { heading: "Go to", items: [item("Search"), item("Inbox")] };
  const titles = found("inbox", [sessions, go]).flatMap(({ items }) => items.map(({ title }) => title));
  expect(titles).toEqual(["Inbox", "Mend the inbox"]);
});

test("without a word everything is there, in its order", () => {
  const groups = [
    { heading: "One", items: [item("b"), item("a")] },
    { heading: "Two", items: [] },
  ];
  expect(found(" ", groups)).toEqual([groups[0]]);
});
