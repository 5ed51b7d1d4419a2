// What changed in the list of sessions that a person should hear of, as messages like those the host pushes.

import type { SessionList } from "@/api/connection";
import type { InboxItem, Json, PushMessage, SessionSummary } from "@/api/generated";
import { isUndecided, openRequests, requestsOf } from "@/features/sessions/sessions.logic";
import { trust } from "@/strings/trust";

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
    if (session.status === "failed" && old.status !== "failed")
      news.messages.push(endOf(session, "failed", waiting));
    else if (working(old) && !working(session) && requestsOf(session) === 0)
      news.messages.push(endOf(session, "ended", waiting));
  }
  return news;
}

function endOf(session: SessionSummary, kind: "ended" | "failed", waiting: number): PushMessage {
  const text = kind === "failed" ? session.problem : session.lastLine;
  const { id, title, project, at } = session;
  return { kind, session: id, title, project, at, oneTap: false, waiting, ...(text ? { text } : {}) };
}

/** A session that waits for trust, as a message. */
function trustOf({ id, title, project, at }: SessionSummary, waiting: number): PushMessage {
  return { kind: "ask", session: id, title, project, at, oneTap: false, waiting, text: trust.title };
}

/** An ask of the inbox as a message. */
export function askOf({ session, title, project, ask, oneTap }: InboxItem, waiting: number): PushMessage {
  const { body, id, at } = ask;
  const message = { kind: "ask" as const, session, title, project, at, ask: id, waiting, oneTap };
  switch (body.kind) {
    case "permission":
      return { ...message, tool: body.tool.name, text: gist(body.input) };
    case "question": {
      const text = body.questions[0]?.question;
      return { ...message, tool: "Question", ...(text ? { text } : {}) };
    }
    case "plan":
      return { ...message, tool: "Plan" };
    case "elicitation":
      return { ...message, tool: "Form" };
    case "dialog":
      return { ...message, tool: "Dialog" };
    default:
      return body satisfies never;
  }
}

const telling = ["command", "file_path", "notebook_path", "url", "pattern", "path", "query"];

/** The part of a tool's input that says what it would do. */
function gist(input: Json): string {
  const members = input as Record<string, Json>;
  const found = telling.map((name) => members?.[name]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : JSON.stringify(input);
}
