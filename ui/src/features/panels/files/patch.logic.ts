// A unified diff of git, taken apart by file.

import type { Hunk } from "@/api/generated";

export interface FilePatch {
  path: string;
  hunks: Hunk[];
}

const HEAD = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

export function filePatches(patch: string): FilePatch[] {
  const files: FilePatch[] = [];
  let file: FilePatch | undefined;
  let hunk: Hunk | undefined;
  for (const line of patch.split("\n")) {
    if (line.startsWith("diff --git ")) {
      file = { path: nameOf(line), hunks: [] };
      files.push(file);
      hunk = undefined;
      continue;
    }
    const head = HEAD.exec(line);
    if (head && file) {
      hunk = {
        oldStart: Number(head[1]),
        oldLines: Number(head[2] ?? 1),
        newStart: Number(head[3]),
        newLines: Number(head[4] ?? 1),
        lines: [],
      };
      file.hunks.push(hunk);
    } else if (hunk && /^[ +-]/.test(line)) {
      hunk.lines.push(line);
    } else if (file && line.startsWith("+++ ") && !line.endsWith("/dev/null")) {
      file.path = unquote(line.slice(4)).replace(/^b\//, "");
    }
  }
  return files;
}

/** `diff --git a/x b/x`: both names are the same unless the file was renamed, and then `+++` tells. */
function nameOf(line: string): string {
  const rest = line.slice("diff --git ".length);
  const half = rest.slice((rest.length + 1) / 2);
  return unquote(half).replace(/^b\//, "");
}

function unquote(name: string): string {
  const text = name.replace(/\t$/, "");
  if (!text.startsWith('"')) return text;
  const bytes: number[] = [];
  for (const [, octal, escaped, plain] of text.slice(1, -1).matchAll(/\\(\d{3})|\\(.)|([^\\]+)/g)) {
    if (octal) bytes.push(Number.parseInt(octal, 8));
    else
      bytes.push(...new TextEncoder().encode(plain ?? { n: "\n", t: "\t" }[escaped ?? ""] ?? escaped ?? ""));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}
