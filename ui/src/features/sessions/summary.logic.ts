// What a session is to a person: its state, its group, and the line that says what it does or asks. Lists, home,
// overview and the tab read it here, so that two places never disagree.

import type { SessionSummary } from "@/api/generated";
import type { Tone } from "@/components/ui/status";
import { doing } from "@/features/session/liveness.logic";
import { doingStrings, sessions as words } from "@/strings";
import { isReady, projectName, requestsOf, standing } from "./sessions.logic";

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

export function stateOf(session: SessionSummary): State {
  const now = standing(session);
  if (now !== "idle") return now;
  if (isReady(session)) return "ready";
  return session.status === "parked" || session.status === "closed" ? session.status : "idle";
}

/** When the state began that the row is about: how long it waits, else the newest event. */
export const ageOf = (session: SessionSummary): number =>
  requestsOf(session) > 0 ? (session.asking?.since ?? session.liveness.since) : session.at;

/** What is asked, in a line; paths as they are in the project. */
export function askingOf({ asking, asks, project }: SessionSummary): string {
  if (!asking) return words.asks(asks);
  const text = asking.text?.replace(`${project}/`, "");
  const line = words.asking[asking.kind](text, asking.tool);
  return asks > 1 ? words.andMore(line, asks - 1) : line;
}

/** The second line of a row: what is asked, what it does, why it failed, or what was said last. */
export function detailOf(session: SessionSummary): string {
  if (requestsOf(session) > 0) return askingOf(session);
  switch (standing(session)) {
    case "failed":
      return words.failed(session.problem ?? session.lastLine);
    case "working":
      return session.running === undefined
        ? doing(session.liveness.activity, () => undefined)
        : doingStrings.running(session.running);
    default:
      return session.lastLine || projectName(session.project);
  }
}
