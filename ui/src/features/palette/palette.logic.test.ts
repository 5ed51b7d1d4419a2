import { expect, test } from "vitest";
import { found, type Item } from "./palette.logic";

const item = (title: string, also: string[] = []): Item => ({
  value: title,
  title,
  also,
  run: () => undefined,
});

const titles = (typed: string, ...items: Item[]) =>
  found(typed, [{ heading: "All", items }]).flatMap((group) => group.items.map(({ title }) => title));

test("each typed word must fit somewhere", () => {
  const theme = item("Theme: dark", ["Appearance"]);
  for (const typed of ["theme dark", "appearance DARK", "dark theme"])
    expect(titles(typed, theme), typed).toEqual(["Theme: dark"]);
  expect(titles("theme light", theme)).toEqual([]);
});

test("letters that are scattered over a path do not fit", () => {
  // i, n, b, o, x in this order, which is how a session used to come before the inbox.
  const session = item("Find a bug", ["/tmp/pilothouse-e2e-aXb/demo"]);
  expect(titles("inbox", session)).toEqual([]);
  expect(titles("inbox", item("Bringing boxes to the Haystack"), item("Inbox"))[0]).toBe("Inbox");
});

test("initials are enough", () => {
  expect(titles("pts", item("Restart process"), item("Put to sleep"))).toEqual(["Put to sleep"]);
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
