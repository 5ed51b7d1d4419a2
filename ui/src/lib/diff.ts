// Differences between two texts: hunks of lines, and words within two lines.

import { diffWordsWithSpace, structuredPatch } from "diff";
import type { Hunk } from "@/api/generated";

/** How many differences are looked for before everything counts as replaced: a page must not stop for a diff. */
const MOST = 500;

/** How many unchanged lines stand around a change. */
const CONTEXT = 3;

/** Whether a file ends with a line break is not shown. */
const ended = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);

/** The hunks between two texts. */
export function hunksBetween(before: string, after: string, context = CONTEXT): Hunk[] {
  const [old, fresh] = [ended(before), ended(after)];
  const patch = structuredPatch("", "", old, fresh, "", "", { context, maxEditLength: MOST });
  return patch?.hunks.map(hunkOf) ?? [replacement(linesOf(old), linesOf(fresh))];
}

const hunkOf = ({ oldStart, oldLines, newStart, newLines, lines }: Hunk): Hunk => ({
  oldStart,
  oldLines,
  newStart,
  newLines,
  lines,
});

const linesOf = (text: string): string[] => text.split("\n").slice(0, -1);

const replacement = (before: string[], after: string[]): Hunk => ({
  oldStart: 1,
  oldLines: before.length,
  newStart: 1,
  newLines: after.length,
  lines: [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)],
});

/** Parts of a text, from and up to. */
export type Range = [from: number, to: number];

/** Longer lines are not compared word by word. */
const LONGEST_LINE = 500;

export interface WordChange {
  old: Range[];
  fresh: Range[];
  /** How much of the longer line both have, from 0 to 1. */
  kept: number;
}

/** Lines that have less in common are not compared. */
const LEAST_KEPT = 0.25;

/** Which parts of two lines differ; nothing when the lines have too little in common for it to help. */
export function wordsBetween(before: string, after: string): WordChange | undefined {
  if (before.length > LONGEST_LINE || after.length > LONGEST_LINE) return undefined;
  const old: Range[] = [];
  const fresh: Range[] = [];
  let atOld = 0;
  let atFresh = 0;
  let kept = 0;
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (removed) add(old, atOld, value.length);
    else if (added) add(fresh, atFresh, value.length);
    else kept += solid(value);
    if (!added) atOld += value.length;
    if (!removed) atFresh += value.length;
  }
  const share = kept / Math.max(1, solid(before), solid(after));
  if (share < LEAST_KEPT) return undefined;
  return { old: joined(old, before), fresh: joined(fresh, after), kept: share };
}

/** Ranges with nothing but a sign or two between them are one change to a reader. */
function joined(ranges: Range[], text: string): Range[] {
  const result: Range[] = [];
  for (const [from, to] of ranges) {
    const last = result.at(-1);
    if (last && from - last[1] <= 2 && !/[\p{L}\p{N}]/u.test(text.slice(last[1], from))) last[1] = to;
    else result.push([from, to]);
  }
  return result;
}

const solid = (text: string): number => text.replaceAll(/\s/g, "").length;

function add(ranges: Range[], from: number, length: number): void {
  const last = ranges.at(-1);
  if (last && last[1] === from) last[1] = from + length;
  else ranges.push([from, from + length]);
}
