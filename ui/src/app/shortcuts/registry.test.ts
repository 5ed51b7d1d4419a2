import { expect, test } from "vitest";
import { allShortcuts, conflicts, keysOf } from "./registry";
import { shortcuts } from "./table";

test("the table has no id twice and no key for two things", () => {
  expect(new Set(shortcuts.map(({ id }) => id)).size).toBe(shortcuts.length);
  expect([...conflicts([...shortcuts], {})]).toEqual([]);
});

test("no panel takes a key that something else has", () => {
  expect([...conflicts(allShortcuts(), {})]).toEqual([]);
});

test("a chosen key replaces the one of the table, and a conflict is found", () => {
  const [first, second] = shortcuts.filter(({ fixed, keys }) => !fixed && keys.length > 0);
  if (!first || !second) throw new Error("the table is empty");
  const chosen = { [second.id]: [first.keys[0] ?? ""] };
  expect(keysOf(second, chosen)).toEqual([first.keys[0]]);
  expect([...conflicts([...shortcuts], chosen).values()]).toEqual([[first.id, second.id]]);
});
