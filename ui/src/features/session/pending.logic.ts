// The end of the transcript until the answer begins: the message that starts Claude, and the status line.

import type { Activity, QueuedMessage, SessionSummary, SessionView } from "@/api/generated";
import { duration } from "@/lib/format";
import { doingStrings as words } from "@/strings";
import { doing } from "./liveness.logic";

type Waiting = Pick<SessionView, "liveness" | "queue">;
type Blocked = Pick<SessionSummary, "problem" | "projectSettings">;

/** States without a turn: the next message is sent as soon as there is a process. */
const withoutTurn = new Set<Activity["state"]>(["notStarted", "starting", "parked", "ended"]);

/** States before the first word of an answer, in which no row shows the progress. */
const withoutRow = new Set<Activity["state"]>(["starting", "sent", "requesting", "retrying"]);

/**
 * The message that the next process takes first. It is shown as sent, not as queued, because nothing precedes it.
 * A message that waits for a decision, a process slot or another turn stays in the queue, where it can be withdrawn.
 */
export function startingMessage(view: Waiting, summary: Blocked | undefined): QueuedMessage | undefined {
  if (!withoutTurn.has(view.liveness.activity.state)) return undefined;
  if (summary?.problem !== undefined || summary?.projectSettings === "undecided") return undefined;
  const next = view.queue.find((message) => !message.held);
  return next?.reason === undefined ? next : undefined;
}

/** The status line between Send and the first word: "Starting Claude… 2 s". */
export function awaited({ liveness }: Waiting, starting: boolean, now: number): string | undefined {
  const { activity, since } = liveness;
  if (activity.state === "retrying") return doing(activity, () => undefined, now);
  if (!starting && (!withoutRow.has(activity.state) || activity.state === "starting")) return undefined;
  const spent = now - since;
  const sentence = starting ? words.starting : doing(activity, () => undefined, now);
  const hasClock = withoutRow.has(activity.state) && spent >= 1000;
  return `${sentence}…${hasClock ? ` ${duration(spent)}` : ""}`;
}
