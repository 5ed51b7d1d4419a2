// What a call of NotebookEdit would do to a cell.

import type { Hunk, Json } from "@/api/generated";
import { editPatch, list, object, text } from "../session/tools/input";

/** The cell and what happens to it, for people. */
export const cellPlace = (input: Json): string =>
  [text(input, "cell_id"), text(input, "edit_mode") ?? "replace"].filter(Boolean).join(" · ");

/** The cell before and after. Of a notebook that cannot be read, only what would be written. */
export function cellPatch(notebook: string, input: Json): Hunk[] {
  const mode = text(input, "edit_mode") ?? "replace";
  const before = mode === "insert" ? "" : sourceOf(notebook, text(input, "cell_id"));
  return editPatch(before, mode === "delete" ? "" : (text(input, "new_source") ?? ""));
}

/** The text of a cell. One without a name goes by its place: `cell-0`. */
function sourceOf(notebook: string, id: string | undefined): string {
  let cells: Json[] = [];
  try {
    cells = list(JSON.parse(notebook) as Json, "cells");
  } catch {
    return "";
  }
  const found = cells.find((cell, index) => (text(cell, "id") ?? `cell-${index}`) === id);
  const source = object(found)?.source;
  return typeof source === "string" ? source : Array.isArray(source) ? source.join("") : "";
}
