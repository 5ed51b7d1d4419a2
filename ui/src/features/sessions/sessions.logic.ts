// How the list of sessions is grouped and ordered.

import type { SessionList } from "@/api/connection";
import type { Activity, SessionSummary } from "@/api/generated";
import { sessions as words } from "@/strings";

export interface SessionGroup {
  /** Stable, for what is folded. */
  id: string;
  title: string;
  /** The whole path, when the group is a project. */
  hint?: string;
  sessions: SessionSummary[];
}

/** What a session is to the person, without regard to what they have seen. */
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

/** Whether the session cannot start before a person decided about its project's settings. */
export const isUndecided = ({ projectSettings }: SessionSummary): boolean => projectSettings === "undecided";

/** How many requests of the session wait for a person: asks, and the question about the project's settings. */
export const requestsOf = (session: SessionSummary): number => session.asks + (isUndecided(session) ? 1 : 0);

/** How many requests wait in all sessions that are not archived. */
export const openRequests = (sessions: SessionList | undefined): number =>
  [...(sessions?.values() ?? [])].reduce(
    (sum, session) => sum + (session.archived ? 0 : requestsOf(session)),
    0,
  );

export function standing(session: SessionSummary): Standing {
  if (requestsOf(session) > 0) return "waiting";
  if (session.status === "failed" || session.turnFailed) return "failed";
  if (session.status === "starting" || working[session.liveness.activity.state]) return "working";
  return "idle";
}

/** A turn that finished and whose end was not visible on any device yet. */
export const isReady = (session: SessionSummary): boolean =>
  standing(session) === "idle" && session.readyForReview;

export interface Arrangement {
  by: "state" | "project";
  archived: boolean;
  filter: string;
}

/** Whether every word of the filter is in the title, the project, the branch or the last line. */
export function fits(session: SessionSummary, filter: string): boolean {
  const text = [session.title, session.project, session.branch ?? "", session.lastLine]
    .join("\n")
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The newest start first. It never changes, so rows do not move under the pointer. */
export const byStart = (left: SessionSummary, right: SessionSummary): number =>
  right.createdAt - left.createdAt || left.id.localeCompare(right.id);

export function groupSessions(list: SessionList, how: Arrangement): SessionGroup[] {
  const shown = [...list.values()]
    .filter((session) => session.archived === how.archived && fits(session, how.filter.trim()))
    .sort(byStart);
  const grouped = how.archived
    ? [{ id: "archived", title: words.groups.archived, sessions: shown }]
    : how.by === "state"
      ? byState(shown)
      : byProject(shown);
  return grouped.filter((group) => group.sessions.length > 0);
}

const groupIds = ["waiting", "working", "ready", "pinned", "earlier"] as const;

/** The group of a session. A failed one needs a person. */
export function groupOf(session: SessionSummary): (typeof groupIds)[number] {
  const now = standing(session);
  if (now === "waiting" || now === "failed") return "waiting";
  if (now === "working") return "working";
  if (isReady(session)) return "ready";
  return session.pinned ? "pinned" : "earlier";
}

function byState(sessions: SessionSummary[]): SessionGroup[] {
  return groupIds.map((id) => ({
    id,
    title: words.groups[id],
    sessions: sessions.filter((session) => groupOf(session) === id),
  }));
}

/** Projects in the order of their newest session, after what needs a person and what is pinned. */
function byProject(sessions: SessionSummary[]): SessionGroup[] {
  const waiting: SessionGroup = { id: "waiting", title: words.groups.waiting, sessions: [] };
  const pinned: SessionGroup = { id: "pinned", title: words.groups.pinned, sessions: [] };
  const projects = new Map<string, SessionGroup>();
  for (const session of sessions) {
    const first = groupOf(session) === "waiting" ? waiting : session.pinned ? pinned : undefined;
    if (first) {
      first.sessions.push(session);
      continue;
    }
    const { project } = session;
    const group = projects.get(project) ?? {
      id: `project ${project}`,
      title: projectName(project),
      hint: project,
      sessions: [],
    };
    group.sessions.push(session);
    projects.set(project, group);
  }
  return [waiting, pinned, ...projects.values()];
}

/** The sessions in the order they stand in the list, for going up and down. */
export const inOrder = (groups: SessionGroup[]): string[] =>
  groups.flatMap((group) => group.sessions.map((session) => session.id));

/** The one after `current`, or before it with a step of -1; the first when `current` is not there. */
export function neighbour(order: string[], current: string | undefined, step: 1 | -1): string | undefined {
  const place = order.indexOf(current ?? "");
  if (place < 0) return step === 1 ? order[0] : order.at(-1);
  return order[(place + step + order.length) % order.length];
}

/** The last part of a path. */
export const projectName = (path: string): string => path.split("/").filter(Boolean).pop() ?? path;
