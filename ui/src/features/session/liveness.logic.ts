// What a session is doing, as a sentence.

import type { Activity, Entry, Liveness, SessionView } from "@/api/generated";
import { duration } from "@/lib/format";

/** How long nothing may be heard before it is said. */
const QUIET_MS = 40_000;

/** The sentence without its clock: "running npm test". */
export function doing(activity: Activity, entry: (id: string) => Entry | undefined, now = 0): string {
  switch (activity.state) {
    case "notStarted":
      return "not started";
    case "starting":
      return "starting";
    case "idle":
      return "idle";
    case "sent":
      return "sent";
    case "requesting":
      return "waiting for the model";
    case "thinking":
      return "thinking";
    case "writing":
      return "writing";
    case "calling":
      return "preparing a call";
    case "tools":
      return running(activity.entries.map(entry));
    case "waiting":
      return "waiting for you";
    case "retrying":
      return retrying(activity, now);
    case "compacting":
      return "compacting the context";
    case "background":
      return activity.jobs === 1 ? "one job in the background" : `${activity.jobs} jobs in the background`;
    case "parked":
      return "parked";
    case "ended":
      return activity.exit.signal
        ? `ended by signal ${activity.exit.signal}`
        : `ended with code ${activity.exit.code ?? 0}`;
    default:
      return activity satisfies never;
  }
}

function retrying(activity: Extract<Activity, { state: "retrying" }>, now: number): string {
  const left = Math.ceil((activity.nextAt - now) / 1000);
  const next = left > 0 && left < 3600 ? `, again in ${left} s` : "";
  return `retrying, ${activity.error.replaceAll("_", " ")}, ${activity.attempt} of ${activity.maxRetries}${next}`;
}

function running(entries: (Entry | undefined)[]): string {
  const names = entries.map((entry) => (entry?.body.kind === "tool" ? toolWords(entry.body) : "a tool"));
  if (names.length === 1) return `running ${names[0]}`;
  return `running ${names.length} tools`;
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

/** Whether a turn is under way that could be stopped. */
export const canStop = (liveness: Liveness): boolean =>
  isBusy(liveness) && !["starting", "background"].includes(liveness.activity.state);

/** The whole sentence: "running npm test, 12 s", or that nothing was heard for long. */
export function sentence(view: Pick<SessionView, "liveness" | "entries" | "at">, now: number): string {
  const { liveness } = view;
  const words = doing(liveness.activity, (id) => view.entries.find((entry) => entry.id === id), now);
  if (!isBusy(liveness)) return words;
  const quiet = now - view.at;
  const silent = quiet > QUIET_MS && !["waiting", "background"].includes(liveness.activity.state);
  const clock = duration(Math.max(0, now - liveness.since));
  return silent ? `${words}, ${clock}, no event for ${duration(quiet)}` : `${words}, ${clock}`;
}
