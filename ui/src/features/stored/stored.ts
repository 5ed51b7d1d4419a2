// Going on with conversations of the CLI's own store.

import { createSession } from "@/api/commands";
import type { StoredSession } from "@/api/generated";
import { openSession } from "@/app/navigation";
import { toastError } from "@/lib/problem";

/** The id under which a stored conversation can be read. */
export const storedId = (cliSessionId: string): string => `cli:${cliSessionId}`;

/** Makes a session of a stored conversation: of itself, or of a copy. */
export async function resumeStored(
  stored: Pick<StoredSession, "cliSessionId" | "project">,
  fork: boolean,
): Promise<void> {
  try {
    const session = await createSession({ project: stored.project, resume: stored.cliSessionId, fork });
    openSession(session.id);
  } catch (error) {
    toastError(error);
  }
}
