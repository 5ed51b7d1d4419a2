// What the inbox shows.

import type { SessionList } from "@/api/connection";
import type { SessionSummary } from "@/api/generated";
import { byStart, requestsOf } from "@/features/sessions/sessions.logic";

/** The sessions with open requests, in the order of the sidebar. */
export function waitingSessions(sessions: SessionList | undefined): SessionSummary[] {
  return [...(sessions?.values() ?? [])]
    .filter((session) => requestsOf(session) > 0 && !session.archived)
    .sort(byStart);
}

/** The session that is selected now: the chosen one; the one that took its place when it is gone; the first otherwise. */
export function selectedOf(chosen: string | undefined, before: string[], now: string[]): string | undefined {
  if (chosen !== undefined && now.includes(chosen)) return chosen;
  const place = chosen === undefined ? -1 : before.indexOf(chosen);
  const next = place < 0 ? undefined : before.slice(place + 1).find((session) => now.includes(session));
  return next ?? (place < 0 ? now[0] : now.at(-1));
}
