// What the overview shows, and in what order.

import type { SessionList } from "@/api/connection";
import type { SessionSummary } from "@/api/generated";
import { groupSessions } from "@/features/sessions/sessions.logic";

interface Overview {
  /** Those that need the person, run, or are ready for review, in the order of the sidebar. */
  active: SessionSummary[];
  all: SessionSummary[];
  /** Directories of all sessions that are not archived, by name. */
  projects: string[];
}

export function overviewOf(sessions: SessionList | undefined, project: string): Overview {
  const list = sessions ?? new Map<string, SessionSummary>();
  const groups = groupSessions(list, {
    by: "state",
    archived: false,
    filter: "",
  });
  const of = (from: typeof groups) =>
    from
      .flatMap((group) => group.sessions)
      .filter((session) => project === "" || session.project === project);
  const kept = [...list.values()].filter(({ archived }) => !archived);
  return {
    active: of(groups.filter(({ id }) => id !== "pinned" && id !== "earlier")),
    all: of(groups),
    projects: [...new Set(kept.map((session) => session.project))].sort(),
  };
}
