// Sessions as the real server sent them, in fixtures/sessions. `recordings.spec.ts` writes them and compares them with
// the server of today.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionView } from "../../../src/api/generated";

export const recordedFolder = join(import.meta.dirname, "../../../../fixtures/sessions");

/** What is the same in every session of the simulator is kept in the session "plain" alone. */
const constants = [
  "commands",
  "models",
  "agents",
  "skills",
  "plugins",
  "capabilities",
  "outputStyles",
] as const;

const isConstant = (key: string) => constants.some((one) => one === key);

/** The members of an object whose name passes. */
const only = <T extends object>(value: T, wanted: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => wanted(key)));

const read = (name: string) =>
  JSON.parse(readFileSync(join(recordedFolder, `${name}.json`), "utf8")) as SessionView;

/** A view as it is kept in a file. */
export function kept(name: string, view: SessionView): unknown {
  if (name === "plain") return view;
  return { ...view, info: only(view.info, (key) => !isConstant(key)) };
}

/** Times are milliseconds since 1970; no other number in a view is this large. */
const isTime = (value: unknown): value is number => typeof value === "number" && value > 1e12;

function shift(value: unknown, by: number): unknown {
  if (isTime(value)) return value + by;
  if (Array.isArray(value)) return value.map((one) => shift(one, by));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shift(one, by)]));
}

/** A recorded view, moved in time so that its newest record is from this moment. */
export function recorded(name: string): SessionView {
  const view = read(name);
  const filled = { ...view, info: { ...only(read("plain").info, isConstant), ...view.info } };
  return shift(filled, Date.now() - view.at) as SessionView;
}

/** A recorded view with the entries of one turn, counted from 1. */
export function recordedTurn(name: string, turn: number): SessionView {
  const view = recorded(name);
  return { ...view, entries: view.entries.filter((entry) => entry.turn === turn) };
}
