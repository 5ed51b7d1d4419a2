// Differences between two lists: of lines for files, of words for lines. The shortest edit, by Myers' algorithm.

import type { Hunk } from "@/api/generated";

export interface Step {
  sign: " " | "-" | "+";
  text: string;
}

/** How many differences are looked for before everything in between counts as changed. */
const MOST = 400;

/** The steps from one list to the other. */
export function diff(before: readonly string[], after: readonly string[]): Step[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  const room = Math.min(before.length, after.length) - head;
  while (tail < room && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const same = (from: number, to: number): Step[] =>
    before.slice(from, to).map((text) => ({ sign: " ", text }));
  return [
    ...same(0, head),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.length - tail, before.length),
  ];
}

function middle(before: string[], after: string[]): Step[] {
  const replaced = (): Step[] => [
    ...before.map((text): Step => ({ sign: "-", text })),
    ...after.map((text): Step => ({ sign: "+", text })),
  ];
  if (before.length === 0 || after.length === 0) return replaced();
  const trace = search(before, after);
  return trace ? walkBack(before, after, trace) : replaced();
}

/** The furthest points reached with each number of differences; nothing when there are too many. */
function search(before: string[], after: string[]): Map<number, number>[] | undefined {
  const trace: Map<number, number>[] = [];
  // Diagonals of one parity are read while those of the other are written, so one map is enough.
  const reach = new Map([[1, 0]]);
  for (let cost = 0; cost <= Math.min(MOST, before.length + after.length); cost += 1) {
    trace.push(new Map(reach));
    for (let diagonal = -cost; diagonal <= cost; diagonal += 2) {
      const down =
        diagonal === -cost || (diagonal !== cost && at(reach, diagonal - 1) < at(reach, diagonal + 1));
      let x = down ? at(reach, diagonal + 1) : at(reach, diagonal - 1) + 1;
      let y = x - diagonal;
      while (x < before.length && y < after.length && before[x] === after[y]) {
        x += 1;
        y += 1;
      }
      reach.set(diagonal, x);
      if (x >= before.length && y >= after.length) return trace;
    }
  }
  return undefined;
}

const at = (reach: Map<number, number>, diagonal: number): number => reach.get(diagonal) ?? -1;

function walkBack(before: string[], after: string[], trace: Map<number, number>[]): Step[] {
  const steps: Step[] = [];
  let x = before.length;
  let y = after.length;
  for (let cost = trace.length - 1; cost >= 0; cost -= 1) {
    const reach = trace[cost] ?? new Map();
    const diagonal = x - y;
    const down =
      diagonal === -cost || (diagonal !== cost && at(reach, diagonal - 1) < at(reach, diagonal + 1));
    const from = down ? diagonal + 1 : diagonal - 1;
    const fromX = cost === 0 ? 0 : at(reach, from);
    const fromY = cost === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      x -= 1;
      y -= 1;
      steps.push({ sign: " ", text: before[x] ?? "" });
    }
    if (cost === 0) break;
    if (down) steps.push({ sign: "+", text: after[fromY] ?? "" });
    else steps.push({ sign: "-", text: before[fromX] ?? "" });
    x = fromX;
    y = fromY;
  }
  return steps.reverse();
}

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** How many unchanged lines stand around a change. */
const CONTEXT = 3;

/** The hunks between two texts. */
export function hunksBetween(before: string, after: string, context = CONTEXT): Hunk[] {
  const steps = diff(linesOf(before), linesOf(after));
  const near = steps.map(() => false);
  steps.forEach((step, index) => {
    if (step.sign === " ") return;
    for (let at = Math.max(0, index - context); at <= Math.min(steps.length - 1, index + context); at += 1)
      near[at] = true;
  });
  const hunks: Hunk[] = [];
  let open: Hunk | undefined;
  let old = 1;
  let fresh = 1;
  steps.forEach((step, index) => {
    if (near[index]) {
      if (!open) {
        open = { oldStart: old, oldLines: 0, newStart: fresh, newLines: 0, lines: [] };
        hunks.push(open);
      }
      open.lines.push(step.sign + step.text);
      if (step.sign !== "+") open.oldLines += 1;
      if (step.sign !== "-") open.newLines += 1;
    } else open = undefined;
    if (step.sign !== "+") old += 1;
    if (step.sign !== "-") fresh += 1;
  });
  return hunks;
}

/** Parts of a text, from and up to. */
export type Range = [from: number, to: number];

/** Which parts of two lines differ; nothing when the lines have too little in common for it to help. */
export function wordsBetween(before: string, after: string): { old: Range[]; fresh: Range[] } | undefined {
  if (before.length > 500 || after.length > 500) return undefined;
  const steps = diff(before.match(/\w+|\s+|[^\w\s]/g) ?? [], after.match(/\w+|\s+|[^\w\s]/g) ?? []);
  const kept = steps.reduce((sum, step) => (step.sign === " " ? sum + step.text.trim().length : sum), 0);
  if (kept * 3 < Math.max(before.trim().length, after.trim().length)) return undefined;
  const old: Range[] = [];
  const fresh: Range[] = [];
  let atOld = 0;
  let atFresh = 0;
  for (const { sign, text } of steps) {
    if (sign === "-") add(old, atOld, text.length);
    if (sign === "+") add(fresh, atFresh, text.length);
    if (sign !== "+") atOld += text.length;
    if (sign !== "-") atFresh += text.length;
  }
  return { old, fresh };
}

function add(ranges: Range[], from: number, length: number): void {
  const last = ranges.at(-1);
  if (last && last[1] === from) last[1] = from + length;
  else ranges.push([from, from + length]);
}
