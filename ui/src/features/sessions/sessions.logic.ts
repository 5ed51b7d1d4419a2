// How the list of sessions is grouped: what waits for a person first, then what works, then the rest by day.

import type { SessionList } from "@/api/connection";
import type { Activity, SessionSummary } from "@/api/generated";

export interface SessionGroup {
  title: string;
  sessions: SessionSummary[];
}

/** What a session is to the one who looks: this decides its mark and its place. */
export type Standing = "waiting" | "working" | "failed" | "idle";

const working: Record<Activity["state"], boolean> = {
  notStarted: false,
  starting: true,
  idle: false,
  sent: true,
  requesting: true,
  thinking: true,
  writing: true,
  calling: true,
  tools: true,
  waiting: true,
  retrying: true,
  compacting: true,
  background: true,
  parked: false,
  ended: false,
};

export function standing(session: SessionSummary): Standing {
  if (session.asks > 0) return "waiting";
  if (session.status === "failed") return "failed";
  if (session.status === "starting" || working[session.liveness.activity.state]) return "working";
  return "idle";
}

const DAY = 24 * 60 * 60 * 1000;

export function groupSessions(list: SessionList, now: number, archived = false): SessionGroup[] {
  const sessions = [...list.values()].filter((session) => session.archived === archived);
  sessions.sort((left, right) => right.at - left.at);
  const today = new Date(now).setHours(0, 0, 0, 0);
  const titles = ["Waiting", "Working", "Today", "Yesterday", "This week", "Earlier"];
  const groups = titles.map((title): SessionGroup => ({ title, sessions: [] }));
  for (const session of sessions) groups[place(session, today)]?.sessions.push(session);
  return groups.filter((group) => group.sessions.length > 0);
}

function place(session: SessionSummary, today: number): number {
  const now = standing(session);
  if (now === "waiting") return 0;
  if (now === "working") return 1;
  if (session.at >= today) return 2;
  if (session.at >= today - DAY) return 3;
  if (session.at >= today - 7 * DAY) return 4;
  return 5;
}

/** The last part of a path. */
export const projectName = (path: string): string => path.split("/").filter(Boolean).pop() ?? path;
