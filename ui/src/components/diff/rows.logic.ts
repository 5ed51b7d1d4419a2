// The rows of a diff: lines with their numbers and changed words, and folds of what did not change.

import type { Hunk } from "@/api/generated";
import { type Range, type WordChange, wordsBetween } from "@/lib/diff";

export interface LineRow {
  kind: "line";
  sign: " " | "-" | "+";
  text: string;
  old?: number;
  fresh?: number;
  /** Which parts differ from the line that stands against it. */
  words?: Range[];
}

/** Lines that did not change and are not shown. */
export interface FoldRow {
  kind: "fold";
  /** Numbers of the first hidden line on both sides. */
  old: number;
  fresh: number;
  count: number;
  /** The lines, when they are known. */
  lines?: LineRow[];
}

export type Row = LineRow | FoldRow;

/** Runs of unchanged lines longer than this are folded, but for a few at either end. */
const FOLD_OVER = 12;
const KEPT = 3;

/** The rows of some hunks. `whole` is the new text, if it is known: folds between hunks can then be opened. */
export function rowsOfHunks(hunks: Hunk[], whole?: string): Row[] {
  const lines = whole?.replace(/\n$/, "").split("\n");
  const rows: Row[] = [];
  let old = 1;
  let fresh = 1;
  hunks.forEach((hunk, index) => {
    const gap = hunk.newStart - fresh;
    // What stands before the first hunk is worth a row only if it can be opened.
    if (gap > 0 && (index > 0 || lines)) rows.push(foldOf(old, fresh, gap, lines));
    rows.push(...foldContext(linesOf(hunk)));
    old = hunk.oldStart + hunk.oldLines;
    fresh = hunk.newStart + hunk.newLines;
  });
  const left = (lines?.length ?? 0) - fresh + 1;
  if (hunks.length > 0 && lines && left > 0) rows.push(foldOf(old, fresh, left, lines));
  return rows;
}

function foldOf(old: number, fresh: number, count: number, lines: string[] | undefined): FoldRow {
  const fold: FoldRow = { kind: "fold", old, fresh, count };
  const known = lines?.slice(fresh - 1, fresh - 1 + count);
  if (known?.length !== count) return fold;
  return {
    ...fold,
    lines: known.map((text, index) => ({
      kind: "line",
      sign: " ",
      text,
      old: old + index,
      fresh: fresh + index,
    })),
  };
}

function linesOf(hunk: Hunk): LineRow[] {
  let old = hunk.oldStart;
  let fresh = hunk.newStart;
  const rows = hunk.lines
    .filter((line) => !line.startsWith("\\"))
    .map((line): LineRow => {
      const sign = line.startsWith("+") ? "+" : line.startsWith("-") ? "-" : " ";
      const row: LineRow = { kind: "line", sign, text: line.slice(1) };
      if (sign !== "+") {
        row.old = old;
        old += 1;
      }
      if (sign !== "-") {
        row.fresh = fresh;
        fresh += 1;
      }
      return row;
    });
  markWords(rows);
  return rows;
}

/** Marks the words that differ, where removed lines are followed by added ones. */
function markWords(rows: LineRow[]): void {
  for (let at = 0; at < rows.length; ) {
    const removed = run(rows, at, "-");
    const added = run(rows, at + removed.length, "+");
    for (const [left, right, words] of matches(removed, added)) {
      left.words = words.old;
      right.words = words.fresh;
    }
    at += Math.max(1, removed.length + added.length);
  }
}

/** In longer runs, lines are matched by their place alone. */
const MATCHED = 12;

/** Which added line stands for which removed one: the most alike, in the order of both. */
function matches(removed: LineRow[], added: LineRow[]): [LineRow, LineRow, WordChange][] {
  const found: [LineRow, LineRow, WordChange][] = [];
  const byPlace = removed.length === added.length || Math.max(removed.length, added.length) > MATCHED;
  let next = 0;
  removed.forEach((left, index) => {
    const candidates = byPlace ? added.slice(index, index + 1) : added.slice(next);
    let best: [LineRow, WordChange] | undefined;
    for (const right of candidates) {
      const words = wordsBetween(left.text, right.text);
      if (words && words.kept > (best?.[1].kept ?? 0)) best = [right, words];
    }
    if (!best) return;
    next = added.indexOf(best[0]) + 1;
    found.push([left, best[0], best[1]]);
  });
  return found;
}

function run(rows: LineRow[], from: number, sign: string): LineRow[] {
  let to = from;
  while (rows[to]?.sign === sign) to += 1;
  return rows.slice(from, to);
}

/** Folds long runs of unchanged lines inside a hunk. */
function foldContext(rows: LineRow[]): Row[] {
  const folded: Row[] = [];
  for (let at = 0; at < rows.length; ) {
    const same = run(rows, at, " ");
    if (same.length <= FOLD_OVER) {
      folded.push(...(same.length > 0 ? same : rows.slice(at, at + 1)));
      at += Math.max(1, same.length);
      continue;
    }
    const head = at === 0 ? 0 : KEPT;
    const tail = at + same.length === rows.length ? 0 : KEPT;
    const hidden = same.slice(head, same.length - tail);
    const first = hidden[0];
    folded.push(...same.slice(0, head));
    folded.push({
      kind: "fold",
      old: first?.old ?? 0,
      fresh: first?.fresh ?? 0,
      count: hidden.length,
      lines: hidden,
    });
    folded.push(...same.slice(same.length - tail));
    at += same.length;
  }
  return folded;
}

export interface Pair {
  left?: LineRow;
  right?: LineRow;
}

/** Rows side by side: removed lines stand against the added ones that follow them. */
export function pairs(rows: LineRow[]): Pair[] {
  const paired: Pair[] = [];
  for (let at = 0; at < rows.length; ) {
    const row = rows[at];
    if (row?.sign === " ") {
      paired.push({ left: row, right: row });
      at += 1;
      continue;
    }
    const removed = run(rows, at, "-");
    const added = run(rows, at + removed.length, "+");
    for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
      const [left, right] = [removed[index], added[index]];
      paired.push({ ...(left ? { left } : {}), ...(right ? { right } : {}) });
    }
    at += Math.max(1, removed.length + added.length);
  }
  return paired;
}
