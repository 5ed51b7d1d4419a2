// What stands at the end of the transcript until the answer does: the message that starts Claude, and what it waits for.

import type { Activity, QueuedMessage, SessionSummary, SessionView } from "@/api/generated";
import { duration } from "@/lib/format";
import { doingStrings as words } from "@/strings/doing";
import { doing } from "./liveness.logic";

type Waiting = Pick<SessionView, "liveness" | "queue">;
type Blocked = Pick<SessionSummary, "problem" | "projectSettings">;

/** Without a turn, the next message goes as soon as there is a process that takes it. */
const withoutTurn = new Set<Activity["state"]>(["notStarted", "starting", "parked", "ended"]);

/** Before the first word of an answer there is no row that could show what happens. */
const withoutRow = new Set<Activity["state"]>(["starting", "sent", "requesting", "retrying"]);

/**
 * The message that the next process takes first. It is not in the queue for the person: nothing is before it.
 * One that waits for a decision, for room or for a CLI that works stays in the queue, where it can be withdrawn.
 */
export function startingMessage(view: Waiting, summary: Blocked | undefined): QueuedMessage | undefined {
  if (!withoutTurn.has(view.liveness.activity.state)) return undefined;
  if (summary?.problem !== undefined || summary?.projectSettings === "undecided") return undefined;
  const next = view.queue.find((message) => !message.held);
  return next?.reason === undefined ? next : undefined;
}

/** What happens between Send and the first word: "Starting Claude… 2.0 s". */
export function awaited({ liveness }: Waiting, starting: boolean, now: number): string | undefined {
  const { activity, since } = liveness;
  if (activity.state === "retrying") return doing(activity, () => undefined, now);
  if (!starting && (!withoutRow.has(activity.state) || activity.state === "starting")) return undefined;
  const spent = now - since;
  const sentence = starting ? words.starting : doing(activity, () => undefined, now);
  const hasClock = withoutRow.has(activity.state) && spent >= 1000;
  return `${sentence}…${hasClock ? ` ${duration(spent)}` : ""}`;
}
