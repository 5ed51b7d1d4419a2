// What changed in the list of sessions that a person should hear of, as messages like those the host pushes.

import type { SessionList } from "@/api/connection";
import type { InboxItem, PushMessage, SessionSummary } from "@/api/generated";
import { isUndecided, openRequests, requestsOf, standing } from "@/features/sessions/sessions.logic";
import { trust } from "@/strings";

const resting = new Set(["idle", "background", "parked", "ended", "notStarted", "starting"]);
const working = ({ liveness }: SessionSummary) => !resting.has(liveness.activity.state);

export interface News {
  /** Sessions with more asks than before: what they are is in the inbox. */
  asking: Set<string>;
  /** Sessions with fewer: their notifications may be over. */
  settled: Set<string>;
  /** Sessions that ended what they did, and those that wait for trust. */
  messages: PushMessage[];
}

/** Compares the list with the one before. */
export function newsOf(before: SessionList, now: SessionList): News {
  const news: News = { asking: new Set(), settled: new Set(), messages: [] };
  const waiting = openRequests(now);
  for (const [id, session] of now) {
    const old = before.get(id);
    if (session.asks > (old?.asks ?? 0)) news.asking.add(id);
    if (isUndecided(session) && !(old && isUndecided(old))) news.messages.push(trustOf(session, waiting));
    if (!old) continue;
    if (session.asks < old.asks) news.settled.add(id);
    if (standing(session) === "failed" && standing(old) !== "failed")
      news.messages.push(endOf(session, "failed", waiting));
    else if (working(old) && !working(session) && requestsOf(session) === 0)
      news.messages.push(endOf(session, "ended", waiting));
  }
  return news;
}

function endOf(session: SessionSummary, kind: "ended" | "failed", waiting: number): PushMessage {
  const text = (kind === "failed" ? session.problem : undefined) ?? session.lastLine;
  const { id, title, project, at } = session;
  return { kind, session: id, title, project, at, oneTap: false, waiting, ...(text ? { text } : {}) };
}

/** A session that waits for trust, as a message. */
function trustOf({ id, title, project, at }: SessionSummary, waiting: number): PushMessage {
  return { kind: "ask", session: id, title, project, at, oneTap: false, waiting, text: trust.title };
}

const labels = {
  question: "Question",
  plan: "Plan",
  form: "Form",
  dialog: "Dialog",
  trust: "Trust",
} as const;

/** A request of the inbox as a message. */
export function askOf(
  { session, title, project, asking, ask, oneTap }: InboxItem,
  waiting: number,
): PushMessage {
  const { kind, text, since } = asking;
  return {
    kind: "ask",
    session,
    title,
    project,
    at: since,
    waiting,
    oneTap,
    tool: kind === "permission" ? (asking.tool ?? "") : labels[kind],
    ...(ask ? { ask: ask.id } : {}),
    ...(text ? { text } : {}),
  };
}
