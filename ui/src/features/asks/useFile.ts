import { useEffect, useState } from "react";
import { address } from "@/api/address";
import { useSessions } from "@/api/hooks";
import { getText } from "@/api/http";

/** A path of the project as the host takes it: relative to where the session runs. Nothing for other places. */
export function relativePath(path: string, root: string | undefined): string | undefined {
  if (!path.startsWith("/")) return path;
  return root && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
}

/** The same, for a path of a session. */
export function useRelativePath(session: string, path: string | undefined): string | undefined {
  const summary = useSessions()?.get(session);
  return path === undefined ? undefined : relativePath(path, summary?.worktree ?? summary?.project);
}

/**
 * A file as it stands now, to show what an edit would do to it. Null when there is none; undefined until it is known,
 * and for places outside of the project, which the host does not read.
 */
export function useFile(session: string, path: string | undefined): string | null | undefined {
  const [content, setContent] = useState<string | null>();
  const relative = useRelativePath(session, path);
  useEffect(() => {
    if (relative === undefined) return;
    let gone = false;
    readFile(session, relative)
      .then((text) => !gone && setContent(text))
      .catch(() => !gone && setContent(null));
    return () => {
      gone = true;
    };
  }, [session, relative]);
  return relative === undefined ? undefined : content;
}

/** Reads a file of the session's project. */
export const readFile = (session: string, path: string): Promise<string> =>
  getText(address("GET /api/sessions/{id}/files/content", { path: { id: session }, query: { path } }));
