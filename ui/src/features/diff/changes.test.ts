import { expect, test } from "vitest";
import { byDirectory, sumOf, treeChangesOf } from "./changes";

const listed = (path: string, git: string, bySession = false) => ({
  path,
  git,
  insertions: 2,
  deletions: 1,
  bySession,
});

test("every file that git lists is shown, with its part of the patch where there is one", () => {
  const patch = [
    "diff --git a/src/a.ts b/src/a.ts",
    "--- a/src/a.ts",
    "+++ b/src/a.ts",
    "@@ -1,1 +1,2 @@",
    "-old",
    "+new",
    "+more",
    "",
  ].join("\n");
  const { files, noGit } = treeChangesOf({
    branch: "main",
    files: [listed("src/a.ts", " M", true), listed("notes.md", "??"), listed("gone.md", " D")],
    patch,
    truncated: false,
  });
  expect(noGit).toBe(false);
  expect(files.map(({ path, status, hunks, bySession }) => [path, status, hunks.length, bySession])).toEqual([
    ["src/a.ts", "modified", 1, true],
    ["notes.md", "added", 0, false],
    ["gone.md", "deleted", 0, false],
  ]);
  expect(sumOf(files)).toEqual({ added: 6, removed: 3 });
});

test("a directory without git has no changes to show", () => {
  expect(treeChangesOf({ files: [], patch: "", truncated: false }).noGit).toBe(true);
});

test("files stand under their directories, in order", () => {
  const { files } = treeChangesOf({
    branch: "main",
    files: ["src/b.ts", "README.md", "src/a.ts", "docs/x.md"].map((path) => listed(path, "M")),
    patch: "",
    truncated: false,
  });
  expect(byDirectory(files).map(([directory, of]) => [directory, of.map(({ path }) => path)])).toEqual([
    ["", ["README.md"]],
    ["docs", ["docs/x.md"]],
    ["src", ["src/a.ts", "src/b.ts"]],
  ]);
});
