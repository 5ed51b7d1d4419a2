import { useQuery } from "@tanstack/react-query";
import { useSession } from "@/api/hooks";
import { fileTextQuery } from "@/api/queries";

/** A path of the project as the host takes it: relative to where the session runs. Nothing for other places. */
export function relativePath(path: string, root: string | undefined): string | undefined {
  if (!path.startsWith("/")) return path;
  return root && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
}

/** The same, for a path of a session. */
export function useRelativePath(session: string, path: string | undefined): string | undefined {
  const summary = useSession(session);
  return path === undefined ? undefined : relativePath(path, summary?.worktree ?? summary?.project);
}

/**
 * A file as it stands now, to show what an edit would do to it. Null when there is none; undefined until it is known,
 * and for places outside of the project, which the host does not read.
 */
export function useFile(session: string, path: string | undefined): string | null | undefined {
  const relative = useRelativePath(session, path);
  const file = useQuery({ ...fileTextQuery(session, relative ?? ""), enabled: relative !== undefined });
  return file.data;
}
