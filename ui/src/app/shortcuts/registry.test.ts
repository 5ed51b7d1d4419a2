import { expect, test } from "vitest";
import { allShortcuts, conflicts, keysOf } from "./registry";
import { shortcuts } from "./table";

test("no id is there twice and no key is for two things, the panels' included", () => {
  const all = allShortcuts();
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect([...conflicts(all, {})]).toEqual([]);
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
