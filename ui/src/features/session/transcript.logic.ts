// Which entries are rows of the transcript, and which are shown inside others.

import type { Boundary, Entry, EntryId } from "@/api/generated";
import { isRun, type Row } from "./runs.logic";

export interface Rows {
  /** Rows of the transcript, in order. */
  rows: Entry[];
  /** What subagents did, by the call that started them. */
  children: ReadonlyMap<EntryId, Entry[]>;
}

/** Kinds that say nothing a reader of the conversation needs, unless asked for. */
const quiet = new Set<Entry["body"]["kind"]>(["injected"]);

/** Splits the entries of a view into rows and what hangs under them. A child whose parent is not loaded is a row. */
export function rowsOf(entries: Entry[]): Rows {
  const parents = new Set<EntryId>();
  for (const { parent } of entries) if (parent !== undefined) parents.add(parent);
  const known = new Set<EntryId>();
  if (parents.size > 0) for (const { id } of entries) if (parents.has(id)) known.add(id);
  const rows: Entry[] = [];
  const add = (entry: Entry) => {
    // One seam has one line: the newest says what holds now.
    if (entry.body.kind === "boundary" && isPassed(rows.at(-1), entry.body)) rows.pop();
    rows.push(entry);
  };
  const children = new Map<EntryId, Entry[]>();
  for (const entry of entries) {
    if (entry.parent === undefined || !known.has(entry.parent)) {
      if (isRow(entry)) add(entry);
      continue;
    }
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  return { rows, children };
}

/** Whether a boundary tells nothing beside the one that follows it at once, as when a session sleeps, wakes and resumes. */
function isPassed(before: Entry | undefined, { reason }: Boundary): boolean {
  if (before?.body.kind !== "boundary") return false;
  return before.body.reason === reason || ["parked", "woken", "ended"].includes(before.body.reason);
}

function isRow(entry: Entry): boolean {
  if (quiet.has(entry.body.kind)) return false;
  // A turn that went well needs no line of its own unless it cost something.
  if (entry.body.kind === "turn")
    return entry.body.isError || entry.body.costUsd > 0 || entry.body.denials.length > 0;
  return true;
}

/** The entry and what it hangs under, innermost first. */
export function lineage(entries: Entry[], id: EntryId): Entry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const found: Entry[] = [];
  let next = byId.get(id);
  while (next && !found.includes(next)) {
    found.push(next);
    next = next.parent === undefined ? undefined : byId.get(next.parent);
  }
  return found;
}

/** How near to the end counts as being there. */
export const END_PX = 48;

export const isAtEnd = (scroll: { offset: number; viewport: number; size: number }): boolean =>
  scroll.size - scroll.offset - scroll.viewport <= END_PX;

/** The row of the last message the person sent before `index`. */
export function previousPrompt(rows: Row[], index: number): number | undefined {
  for (let at = Math.min(index, rows.length) - 1; at >= 0; at -= 1) {
    const row = rows[at];
    if (row && !isRun(row) && row.body.kind === "user") return at;
  }
  return undefined;
}

/** The first row that came after what was read, if something was read and something came. */
export function firstUnread(rows: Entry[], seen: number | undefined): EntryId | undefined {
  if (seen === undefined || (rows[0]?.order ?? seen) > seen) return undefined;
  return rows.find((entry) => entry.order > seen)?.id;
}
