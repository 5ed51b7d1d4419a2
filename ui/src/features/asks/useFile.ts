import { useQuery } from "@tanstack/react-query";
import { useSession } from "@/api/hooks";
import { fileTextQuery } from "@/api/queries";
import { relativePath } from "@/lib/places";

/** A path as the host takes it. */
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
