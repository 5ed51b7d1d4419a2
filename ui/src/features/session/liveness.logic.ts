// What a session is doing, as a sentence.

import type { Activity, Entry, Liveness, ProcessExit, SessionView } from "@/api/generated";
import { duration } from "@/lib/format";
import { doingStrings as words } from "@/strings";

/** How long nothing may be heard before it is said. */
const QUIET_MS = 40_000;

/** The sentence without its clock: "running npm test". */
export function doing(activity: Activity, entry: (id: string) => Entry | undefined, now = 0): string {
  switch (activity.state) {
    case "notStarted":
      return words.notStarted;
    case "starting":
      return words.starting;
    case "idle":
      return words.idle;
    case "sent":
      return words.sent;
    case "requesting":
      return words.requesting;
    case "thinking":
      return words.thinking;
    case "writing":
      return words.writing;
    case "calling":
      return words.calling;
    case "tools":
      return running(activity.entries.map(entry));
    case "waiting":
      return words.waiting;
    case "retrying":
      return retrying(activity, now);
    case "compacting":
      return words.compacting;
    case "background":
      return words.background(activity.jobs);
    case "parked":
      return words.parked;
    case "ended":
      if (!failed(activity.exit)) return words.closed;
      return activity.exit.signal
        ? words.endedBySignal(activity.exit.signal)
        : words.endedWithCode(activity.exit.code ?? 0);
    default:
      return activity satisfies never;
  }
}

/** Whether a process ended with an error code or by a signal. */
export const failed = ({ code, signal }: ProcessExit): boolean => signal !== undefined || (code ?? 0) !== 0;

function retrying(activity: Extract<Activity, { state: "retrying" }>, now: number): string {
  const left = Math.ceil((activity.nextAt - now) / 1000);
  const next = left > 0 && left < 3600 ? words.againIn(left) : "";
  return words.retrying(activity.error.replaceAll("_", " "), activity.attempt, activity.maxRetries) + next;
}

function running(entries: (Entry | undefined)[]): string {
  const names = entries.map((entry) => (entry?.body.kind === "tool" ? toolWords(entry.body) : words.aTool));
  if (names.length === 1) return words.running(names[0] ?? words.aTool);
  return words.runningTools(names.length);
}

function toolWords(tool: Extract<Entry["body"], { kind: "tool" }>): string {
  const input = tool.input;
  if (tool.tool.name === "Bash" && input && typeof input === "object" && !Array.isArray(input)) {
    const command = input.command;
    if (typeof command === "string") return command.split("\n")[0]?.slice(0, 40) ?? "Bash";
  }
  return tool.tool.display;
}

/** Whether a clock belongs to the sentence. */
export const isBusy = (liveness: Liveness): boolean =>
  !["notStarted", "idle", "parked", "ended"].includes(liveness.activity.state);

/** Whether there is something to stop: a turn, the start of the CLI, or a message that waits for a process. */
export const canStop = ({ liveness, queue }: Pick<SessionView, "liveness" | "queue">): boolean =>
  (isBusy(liveness) && liveness.activity.state !== "background") || queue.some((message) => !message.held);

/** The whole sentence: "running npm test, 12 s", or that nothing was heard for long. */
export function sentence(view: Pick<SessionView, "liveness" | "entries" | "at">, now: number): string {
  const { liveness } = view;
  const said = doing(liveness.activity, (id) => view.entries.find((entry) => entry.id === id), now);
  // A retry says by itself when it comes; a second clock would be taken for the same one.
  if (!isBusy(liveness) || liveness.activity.state === "retrying") return said;
  const quiet = now - view.at;
  const silent = quiet > QUIET_MS && !["waiting", "background"].includes(liveness.activity.state);
  const spent = now - liveness.since;
  // Whole seconds: tenths would flicker.
  const clock = spent < 1000 ? "" : `, ${duration(Math.floor(spent / 1000) * 1000)}`;
  return `${said}${clock}${silent ? words.quiet(duration(quiet)) : ""}`;
}

/** What is said aloud when this state follows that one: only what somebody waits for, and not what they did themselves. */
export function announced(before: Activity["state"] | undefined, now: Activity["state"]): string | undefined {
  if (before === undefined || before === now) return undefined;
  // A request announces itself, with what it asks.
  if (now === "waiting") return undefined;
  if (now === "ended") return words.announced.ended;
  const worked = !["notStarted", "starting", "idle", "parked", "ended", "background"].includes(before);
  return worked && (now === "idle" || now === "background") ? words.announced.over : undefined;
}
