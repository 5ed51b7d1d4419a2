// Going on with conversations of the CLI's own store.

import { toast } from "sonner";
import { createSession } from "@/api/commands";
import type { StoredPage, StoredSession } from "@/api/generated";
import { call } from "@/api/http";
import { openSession } from "@/app/navigation";
import { problemText } from "@/lib/problem";

/** The id under which a stored conversation can be read. */
export const storedId = (cliSessionId: string): string => `cli:${cliSessionId}`;

export function storedPage(project: string, text: string, cursor: string): Promise<StoredPage> {
  const query = { project: project || undefined, q: text || undefined, cursor: cursor || undefined };
  return call("GET /api/stored", { query });
}

/** Makes a session of a stored conversation: of itself, or of a copy. */
export async function resumeStored(
  stored: Pick<StoredSession, "cliSessionId" | "project">,
  fork: boolean,
): Promise<void> {
  try {
    const session = await createSession({ project: stored.project, resume: stored.cliSessionId, fork });
    openSession(session.id);
  } catch (error) {
    toast.error(problemText(error));
  }
}
