// What a session changed, and what differs from the last commit: the files of both, for every place that shows them.

import { useMemo } from "react";
import type { ChangedFile, FileChange, WorkingDiff } from "@/api/generated";
import { useSession, useView } from "@/api/hooks";
import { workingDiffQuery } from "@/api/queries";
import { select } from "@/api/selectors";
import { type Loaded, useLoad } from "@/lib/load";
import { type FileDiff, parsePatch } from "@/lib/patch";
import { relativePath } from "@/lib/places";

/** Changes of the session itself, or of the working tree against the last commit. */
export type ChangeSource = "session" | "tree";

export interface ShownFile extends FileDiff {
  /** Whether the diff is the true one. */
  exact: boolean;
  added: number;
  removed: number;
  /** Whether the session wrote it, where others may have written too. */
  bySession?: boolean;
}

export interface Changes {
  files: ShownFile[];
  /** The branch of the working tree. */
  branch?: string | undefined;
  /** The directory is no git repository. */
  noGit?: boolean;
  /** The patch was too long to be sent whole. */
  cut?: boolean;
}

/** What the session changed is always current. */
const current = async () => undefined;

/** The files of one source. */
export function useChanges(session: string, source: ChangeSource): Loaded<Changes> {
  const own = useView(session, select.files);
  const summary = useSession(session);
  const root = summary?.worktree ?? summary?.project;
  const ownFiles = useMemo(() => own?.map((file) => ownFile(file, root)), [own, root]);
  const tree = useLoad(
    source === "tree" ? { ...workingDiffQuery(session), select: treeChangesOf } : undefined,
  );
  if (source === "tree") return tree;
  return {
    load: ownFiles ? { state: "ready", data: { files: ownFiles }, renewing: false } : { state: "loading" },
    reload: current,
  };
}

const ownFile = (file: FileChange, root: string | undefined): ShownFile => ({
  path: relativePath(file.path, root) ?? file.path,
  status: file.change === "created" ? "added" : "modified",
  binary: false,
  hunks: file.hunks,
  exact: file.exact,
  added: file.additions,
  removed: file.deletions,
});

/** The patch is read once for each answer, however many show it. */
export function treeChangesOf({ branch, files, patch, truncated }: WorkingDiff): Changes {
  const diffs = new Map(parsePatch(patch).map((diff) => [diff.path, diff]));
  return {
    files: files.map((file) => treeFile(file, diffs.get(file.path))),
    branch,
    noGit: branch === undefined && files.length === 0,
    cut: truncated,
  };
}

/** A file that git lists. Its patch has no part for it when it is new to git, or when the patch was cut. */
const treeFile = (file: ChangedFile, diff: FileDiff | undefined): ShownFile => ({
  ...(diff ?? { path: file.path, status: statusOf(file.git), binary: false, hunks: [] }),
  exact: true,
  added: file.insertions,
  removed: file.deletions,
  bySession: file.bySession,
});

const statusOf = (git: string): FileDiff["status"] => {
  const letter = git.trim().charAt(0);
  return letter === "D" ? "deleted" : letter === "?" || letter === "A" ? "added" : "modified";
};

/** Lines added and removed in all files. */
export const sumOf = (files: ShownFile[]): { added: number; removed: number } =>
  files.reduce((sum, { added, removed }) => ({ added: sum.added + added, removed: sum.removed + removed }), {
    added: 0,
    removed: 0,
  });

/** Files by directory, both in the order of their names. */
export function byDirectory(files: ShownFile[]): [directory: string, files: ShownFile[]][] {
  const groups = new Map<string, ShownFile[]>();
  for (const file of [...files].sort((left, right) => left.path.localeCompare(right.path))) {
    const directory = file.path.split("/").slice(0, -1).join("/");
    groups.set(directory, [...(groups.get(directory) ?? []), file]);
  }
  return [...groups].sort(([left], [right]) => left.localeCompare(right));
}
