// Which entries are rows of the transcript, and which are shown inside others.

import type { Entry, EntryId } from "@/api/generated";

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
  const known = new Set(entries.map((entry) => entry.id));
  const rows: Entry[] = [];
  const children = new Map<EntryId, Entry[]>();
  for (const entry of entries) {
    if (entry.parent === undefined || !known.has(entry.parent)) {
      if (isRow(entry)) rows.push(entry);
      continue;
    }
    const siblings = children.get(entry.parent);
    if (siblings) siblings.push(entry);
    else children.set(entry.parent, [entry]);
  }
  return { rows, children };
}

function isRow(entry: Entry): boolean {
  if (quiet.has(entry.body.kind)) return false;
  // A turn that went well needs no line of its own unless it cost something.
  if (entry.body.kind === "turn")
    return entry.body.isError || entry.body.costUsd > 0 || entry.body.denials.length > 0;
  return true;
}

/** How near to the end counts as being there. */
export const END_PX = 48;

export const isAtEnd = (scroll: { offset: number; viewport: number; size: number }): boolean =>
  scroll.size - scroll.offset - scroll.viewport <= END_PX;

/** The row of the last message the person sent before `index`. */
export function previousPrompt(rows: Entry[], index: number): number | undefined {
  for (let at = Math.min(index, rows.length) - 1; at >= 0; at -= 1) {
    if (rows[at]?.body.kind === "user") return at;
  }
  return undefined;
}
