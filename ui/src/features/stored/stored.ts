// Going on with conversations of the CLI's own store.

import { toast } from "sonner";
import { createSession } from "@/api/commands";
import type { StoredPage, StoredSession } from "@/api/generated";
import { get } from "@/api/http";
import { openSession } from "@/app/navigation";
import { problemText } from "@/lib/problem";

/** The id under which a stored conversation can be read. */
export const storedId = (cliSessionId: string): string => `cli:${cliSessionId}`;

export function storedPage(project: string, text: string, cursor: string): Promise<StoredPage> {
  const parameters = new URLSearchParams();
  if (project) parameters.set("project", project);
  if (text) parameters.set("q", text);
  if (cursor) parameters.set("cursor", cursor);
  return get<StoredPage>(`api/stored?${parameters}`);
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
