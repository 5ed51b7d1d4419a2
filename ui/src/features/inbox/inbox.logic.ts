// What stands in the inbox.

import type { SessionList } from "@/api/connection";
import type { SessionSummary } from "@/api/generated";

/** The sessions that wait, the one that has waited longest first: its place does not change while others come. */
export function waitingSessions(sessions: SessionList | undefined): SessionSummary[] {
  return [...(sessions?.values() ?? [])]
    .filter((session) => session.asks > 0 && !session.archived)
    .sort((left, right) => left.liveness.since - right.liveness.since || left.id.localeCompare(right.id));
}
