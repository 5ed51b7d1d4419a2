import { expect, test } from "vitest";
import { parsePatch } from "./patch";

const patch = `diff --git a/src/a.ts b/src/a.ts
index 111..222 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,4 @@ function x
 one
-two
+2
+three
 
@@ -10 +11 @@
-x
+y
\\ No newline at end of file
diff --git a/new.txt b/new.txt
new file mode 100644
index 000..111
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+--- a line like a header
diff --git a/old name b/new name
similarity index 100%
rename from old name
rename to new name
diff --git "a/gr\\303\\274n.png" "b/gr\\303\\274n.png"
Binary files differ
`;

test("files, hunks, new files, renames and binary files", () => {
  const files = parsePatch(patch);
  expect(files.map(({ path, status, binary }) => [path, status, binary])).toEqual([
    ["src/a.ts", "modified", false],
    ["new.txt", "added", false],
    ["new name", "renamed", false],
    ["grün.png", "modified", true],
  ]);
  expect(files[0]?.hunks.map((hunk) => hunk.lines)).toEqual([
    [" one", "-two", "+2", "+three", " "],
    ["-x", "+y", "\\ No newline at end of file"],
  ]);
  expect(files[1]?.hunks[0]?.lines).toEqual(["+--- a line like a header"]);
  expect(files[2]?.oldPath).toBe("old name");
});

test("the end of a cut patch: complete hunks stay, the rest is left out", () => {
  const cut = patch.slice(0, patch.indexOf("+y"));
  expect(parsePatch(cut).map(({ path, hunks }) => [path, hunks.length])).toEqual([["src/a.ts", 1]]);
  expect(parsePatch(patch.slice(0, patch.indexOf("+three")))).toEqual([
    { path: "src/a.ts", status: "modified", binary: false, hunks: [] },
  ]);
  expect(parsePatch("")).toEqual([]);
  expect(parsePatch("no patch at all")).toEqual([]);
});

test("a deleted file has the path it had", () => {
  const deleted = [
    "diff --git a/gone.txt b/gone.txt",
    "deleted file mode 100644",
    "--- a/gone.txt",
    "+++ /dev/null",
    "@@ -1 +0,0 @@",
    "-bye",
    "",
  ].join("\n");
  expect(parsePatch(deleted)).toMatchObject([{ path: "gone.txt", status: "deleted" }]);
});
