// How far each session was looked at on this device.

import type { SessionSummary } from "@/api/generated";

interface Mark {
  seq: number;
  /** The newest line at that time: records that say nothing, such as falling asleep, do not make a session unread. */
  line: string;
}

export type Seen = Record<string, Mark>;

/** Whether something was said since the session was last open here. */
export function isUnread(session: SessionSummary, seen: Seen): boolean {
  const mark = seen[session.id];
  return mark !== undefined && session.seq > mark.seq && session.lastLine !== mark.line;
}

/** Adds sessions that are met for the first time and those that are open; forgets those that are gone. */
export function withSeen(before: Seen, sessions: Iterable<SessionSummary>, open: string[]): Seen {
  const seen: Seen = {};
  for (const { id, seq, lastLine } of sessions) {
    const old = before[id];
    const now = open.includes(id) || old === undefined;
    seen[id] = now && (old?.seq !== seq || old.line !== lastLine) ? { seq, line: lastLine } : (old as Mark);
  }
  const ids = Object.keys(seen);
  const same = ids.length === Object.keys(before).length && ids.every((id) => seen[id] === before[id]);
  return same ? before : seen;
}
