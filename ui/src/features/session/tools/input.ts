// Reading tool inputs and results, which are JSON of any shape. Whatever is missing is undefined; nothing here throws.

import type { Hunk, Json } from "@/api/generated";

type JsonObject = { [key: string]: Json };

export const object = (json: Json | undefined): JsonObject | undefined =>
  json !== null && typeof json === "object" && !Array.isArray(json) ? json : undefined;

export function text(json: Json | undefined, key: string): string | undefined {
  const value = object(json)?.[key];
  return typeof value === "string" ? value : undefined;
}

export function number(json: Json | undefined, key: string): number | undefined {
  const value = object(json)?.[key];
  return typeof value === "number" ? value : undefined;
}

export function flag(json: Json | undefined, key: string): boolean {
  return object(json)?.[key] === true;
}

export function list(json: Json | undefined, key: string): Json[] {
  const value = object(json)?.[key];
  return Array.isArray(value) ? value : [];
}

export function child(json: Json | undefined, key: string): Json | undefined {
  return object(json)?.[key];
}

/** The hunks of a structured patch, those that are whole. */
export function hunks(json: Json | undefined): Hunk[] {
  return list(json, "structuredPatch").flatMap((hunk) => {
    const lines = list(hunk, "lines").filter((line): line is string => typeof line === "string");
    const [oldStart, oldLines] = [number(hunk, "oldStart"), number(hunk, "oldLines")];
    const [newStart, newLines] = [number(hunk, "newStart"), number(hunk, "newLines")];
    if (oldStart === undefined || oldLines === undefined || newStart === undefined || newLines === undefined)
      return [];
    return [{ oldStart, oldLines, newStart, newLines, lines }];
  });
}

/** Lines added and removed. */
export function changed(patch: Hunk[]): { added: number; removed: number } {
  const lines = patch.flatMap((hunk) => hunk.lines);
  return {
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
  };
}

/** The patch of an edit that has not run yet: the old text out, the new text in. */
export function editPatch(before: string, after: string): Hunk[] {
  const old = before === "" ? [] : before.split("\n");
  const fresh = after === "" ? [] : after.split("\n");
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < fresh.length - head && old.at(-1 - tail) === fresh.at(-1 - tail))
    tail += 1;
  const lines = [
    ...old.slice(0, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...fresh.slice(head, fresh.length - tail).map((line) => `+${line}`),
    ...old.slice(old.length - tail).map((line) => ` ${line}`),
  ];
  return [{ oldStart: 1, oldLines: old.length, newStart: 1, newLines: fresh.length, lines }];
}
