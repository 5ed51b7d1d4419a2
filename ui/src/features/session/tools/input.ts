// Reading tool inputs and results, which are JSON of any shape. Whatever is missing is undefined; nothing here throws.

import type { Hunk, Json } from "@/api/generated";
import { hunksBetween } from "@/lib/diff";

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

/** The patch of an edit that has not run yet. */
export const editPatch = (before: string, after: string): Hunk[] => hunksBetween(before, after);

/** A file after the edits of a call; nothing when one of them does not fit. */
export function applyEdits(before: string, tool: string, input: Json): string | undefined {
  const edits = tool === "MultiEdit" ? list(input, "edits") : [input];
  let after: string | undefined = before;
  for (const edit of edits) {
    const [old, fresh] = [text(edit, "old_string") ?? "", text(edit, "new_string") ?? ""];
    if (after === undefined || (old !== "" && !after.includes(old))) return undefined;
    // A function, so that `$` in the new text means itself.
    after = flag(edit, "replace_all") ? after.replaceAll(old, () => fresh) : after.replace(old, () => fresh);
  }
  return after;
}

/** A path relative to where the session runs, if it is inside; nothing for that place itself. */
export function shownPath(path: string, root: string | undefined): string {
  if (!root) return path;
  if (path === root) return "";
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
}
