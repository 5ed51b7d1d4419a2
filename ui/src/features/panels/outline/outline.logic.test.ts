import { expect, test } from "vitest";
import type { Entry } from "@/api/generated";
import { byDay, filteredPrompts, promptsOf } from "./outline.logic";

const DAY = 24 * 60 * 60 * 1000;
const NOON = new Date(2026, 10, 19, 12).getTime();

const entry = (id: string, at: number, body: object, more: Partial<Entry> = {}): Entry =>
  ({ id, order: at, at, epoch: 1, body, ...more }) as Entry;

const user = (id: string, at: number, text: string, more: Partial<Entry> = {}) =>
  entry(id, at, { kind: "user", text: { text, truncated: false, fullSize: text.length } }, more);

const entries = [
  user("a", NOON - DAY, "\n Fix the login\nand add a test", { turn: 1 }),
  entry("b", NOON, { kind: "text", text: "Done." }),
  user("c", NOON, "Run the tests", { turn: 2 }),
  user("d", NOON + 1, "from a subagent", { parent: "b" }),
];

test("an outline has the prompts of the person, by their first line", () => {
  expect(promptsOf(entries).map(({ id, turn, text }) => [id, turn, text])).toEqual([
    ["a", 1, "Fix the login"],
    ["c", 2, "Run the tests"],
  ]);
});

test("prompts are found by words, by turn and by date", () => {
  const dateOf = (at: number) => new Date(at).toLocaleDateString("en", { dateStyle: "full" });
  const found = (filter: string) => filteredPrompts(promptsOf(entries), filter, dateOf).map(({ id }) => id);
  expect(found("")).toEqual(["a", "c"]);
  expect(found("TESTS run")).toEqual(["c"]);
  expect(found("#1")).toEqual(["a"]);
  expect(found("2")).toEqual(["c"]);
  expect(found("logout")).toEqual([]);
  expect(found("2026-11-18")).toEqual(["a"]);
  expect(found("nov 19")).toEqual(["c"]);
  expect(found("november")).toEqual(["a", "c"]);
});

test("prompts are grouped by local day", () => {
  expect(
    byDay(promptsOf(entries)).map(({ at, prompts }) => [new Date(at).getDate(), prompts.length]),
  ).toEqual([
    [18, 1],
    [19, 1],
  ]);
});
