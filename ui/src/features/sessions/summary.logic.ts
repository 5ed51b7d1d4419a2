// What a session is to a person: its state, its group, and the line that says what it does or asks. Lists, home,
// overview and the tab read it here, so that two places never disagree.

import type { SessionSummary } from "@/api/generated";
import type { Tone } from "@/components/ui/status";
import { doing } from "@/features/session/liveness.logic";
import { sessions as words } from "@/strings/sessions";
import { isUnread, type Seen } from "./seen.logic";
import { isUndecided, projectName, requestsOf, standing } from "./sessions.logic";

export type State = keyof typeof words.standing;

export const tones: Record<State, Tone> = {
  waiting: "wait",
  working: "work",
  ready: "done",
  failed: "fail",
  parked: "asleep",
  closed: "closed",
  idle: "idle",
};

/** A turn that finished and whose end was not seen yet. The only place that decides it. */
export const isReady = (session: SessionSummary, seen: Seen): boolean =>
  standing(session) === "idle" && isUnread(session, seen);

export function stateOf(session: SessionSummary, seen: Seen): State {
  const now = standing(session);
  if (now !== "idle") return now;
  if (isUnread(session, seen)) return "ready";
  return session.status === "parked" || session.status === "closed" ? session.status : "idle";
}

/** When the state began that the row is about: how long it waits, else the newest event. */
export const ageOf = (session: SessionSummary): number =>
  requestsOf(session) > 0 ? session.liveness.since : session.at;

/** The second line of a row: what is asked, what it does, why it failed, or what was said last. */
export function detailOf(session: SessionSummary): string {
  if (isUndecided(session)) return words.trustAsk;
  if (session.asks > 0) return words.asks(session.asks);
  switch (standing(session)) {
    case "failed":
      return session.problem ? words.failed(session.problem) : words.failedPlain;
    case "working":
      return doing(session.liveness.activity, () => undefined);
    default:
      return session.lastLine || projectName(session.project);
  }
}
