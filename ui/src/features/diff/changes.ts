// What a session changed, and what differs from the last commit: the files of both, for every place that shows them.

import { useMemo } from "react";
import type { FileChange, SessionView, WorkingDiff } from "@/api/generated";
import { useSession, useView } from "@/api/hooks";
import { workingDiffQuery } from "@/api/queries";
import { type FileDiff, parsePatch } from "@/lib/patch";
import { relativePath } from "@/lib/places";
import { type Loaded, useLoad } from "../panels/parts/load";

/** Changes of the session itself, or of the working tree against the last commit. */
export type ChangeSource = "session" | "tree";

export interface ShownFile extends FileDiff {
  /** Whether the diff is the true one. */
  exact: boolean;
}

const filesOf = (view: SessionView) => view.files;
const noFiles: FileChange[] = [];

/** The files that the session wrote. */
export function useSessionFiles(session: string): ShownFile[] {
  const changes = useView(session, filesOf) ?? noFiles;
  const summary = useSession(session);
  const root = summary?.worktree ?? summary?.project;
  return useMemo(
    () =>
      changes.map((file) => ({
        path: relativePath(file.path, root) ?? file.path,
        status: file.change === "created" ? "added" : "modified",
        binary: false,
        hunks: file.hunks,
        exact: file.exact,
      })),
    [changes, root],
  );
}

export interface TreeChanges {
  diff: WorkingDiff;
  files: ShownFile[];
}

/** The patch is read once for each answer, however many show it. */
function treeChangesOf(diff: WorkingDiff): TreeChanges {
  return { diff, files: parsePatch(diff.patch).map((file) => ({ ...file, exact: true })) };
}

/** What differs from the last commit. */
export const useTreeChanges = (session: string, wanted = true): Loaded<TreeChanges> =>
  useLoad(wanted ? { ...workingDiffQuery(session), select: treeChangesOf } : undefined);
