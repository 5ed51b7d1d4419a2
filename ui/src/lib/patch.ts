// Reads a unified diff as git writes it.

import { parsePatch as parse, type StructuredPatch } from "diff";
import type { Hunk } from "@/api/generated";

export interface FileDiff {
  path: string;
  /** The name it had before, when it was another. */
  oldPath?: string;
  status: "added" | "deleted" | "renamed" | "modified";
  binary: boolean;
  hunks: Hunk[];
}

/** The files of a patch, in its order. A hunk or file that is not complete, as at the end of a cut patch, is left out. */
export const parsePatch = (patch: string): FileDiff[] =>
  patch
    .split(/^(?=diff --git )/m)
    .map(parseFile)
    .filter((file) => file !== undefined);

function parseFile(text: string): FileDiff | undefined {
  if (!text.startsWith("diff --git ")) return undefined;
  try {
    const file = parse(text)[0];
    return file && fileOf(file);
  } catch {
    const cut = text.lastIndexOf("\n@@ ");
    return cut > 0 ? parseFile(text.slice(0, cut + 1)) : undefined;
  }
}

function fileOf(file: StructuredPatch): FileDiff | undefined {
  const old = stripped(file.oldFileName);
  const path = stripped(file.newFileName) ?? old;
  if (path === undefined) return undefined;
  return {
    path,
    ...(file.isRename && old !== undefined ? { oldPath: old } : {}),
    status: file.isCreate ? "added" : file.isDelete ? "deleted" : file.isRename ? "renamed" : "modified",
    binary: file.isBinary ?? false,
    hunks: file.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
      oldStart,
      oldLines,
      newStart,
      newLines,
      lines,
    })),
  };
}

/** Without the letter that git puts before a path; nothing for the side that has no file. */
const stripped = (path: string | undefined): string | undefined =>
  path === undefined || path === "/dev/null" ? undefined : path.replace(/^[ab]\//, "");
