// Reading a unified diff as git writes it.

import type { Hunk } from "@/api/generated";

export interface FileDiff {
  path: string;
  /** The name it had before, when it was another. */
  oldPath?: string;
  status: "added" | "deleted" | "renamed" | "modified";
  binary: boolean;
  hunks: Hunk[];
}

const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** The files of a patch, in its order. What is not understood is left out. */
export function parsePatch(patch: string): FileDiff[] {
  const files: FileDiff[] = [];
  let file: FileDiff | undefined;
  let hunk: Hunk | undefined;
  let left = { old: 0, fresh: 0 };
  for (const line of patch.split("\n")) {
    if (hunk && (left.old > 0 || left.fresh > 0 || line.startsWith("\\"))) {
      hunk.lines.push(line === "" ? " " : line);
      if (!line.startsWith("+") && !line.startsWith("\\")) left.old -= 1;
      if (!line.startsWith("-") && !line.startsWith("\\")) left.fresh -= 1;
      continue;
    }
    const numbers = header.exec(line);
    if (numbers && file) {
      const [oldStart, oldLines, newStart, newLines] = [1, 2, 3, 4].map((group) =>
        Number(numbers[group] ?? 1),
      ) as [number, number, number, number];
      hunk = { oldStart, oldLines, newStart, newLines, lines: [] };
      left = { old: oldLines, fresh: newLines };
      file.hunks.push(hunk);
    } else if (line.startsWith("diff --git ")) {
      hunk = undefined;
      file = { path: pathOf(line), status: "modified", binary: false, hunks: [] };
      files.push(file);
    } else if (file) {
      readHeader(file, line);
    }
  }
  return files;
}

function readHeader(file: FileDiff, line: string): void {
  if (line.startsWith("new file")) file.status = "added";
  else if (line.startsWith("deleted file")) file.status = "deleted";
  else if (line.startsWith("rename from ")) {
    file.status = "renamed";
    file.oldPath = unquote(line.slice("rename from ".length));
  } else if (line.startsWith("rename to ")) file.path = unquote(line.slice("rename to ".length));
  else if (line.startsWith("+++ ") && !line.endsWith("/dev/null")) file.path = stripped(line.slice(4));
  else if (line.startsWith("--- ") && file.status === "deleted") file.path = stripped(line.slice(4));
  else if (line.startsWith("Binary files ") || line.startsWith("GIT binary patch")) file.binary = true;
}

/** The path of `diff --git a/x b/x`: both halves are the same unless it was renamed, which is told below it. */
function pathOf(line: string): string {
  const rest = line.slice("diff --git ".length);
  const half = rest.slice(0, Math.floor(rest.length / 2));
  return stripped(half);
}

const stripped = (path: string): string =>
  unquote(path)
    .replace(/^[ab]\//, "")
    .replace(/\t$/, "");

function unquote(path: string): string {
  if (!path.startsWith('"')) return path;
  const bytes = path
    .slice(1, -1)
    .replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
    .replace(/\\(["\\])/g, "$1");
  // Git writes bytes; they are UTF-8.
  return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
}
