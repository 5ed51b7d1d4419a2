// What is wrong with a session or with the host, as a sentence with a next step.

import type { HostInfo, RateLimit, SessionSummary, SessionView } from "@/api/generated";
import { troubleStrings as words } from "@/strings";
import { failed } from "./liveness.logic";

export interface Trouble {
  /** Stable, so that it can be dismissed. */
  id: string;
  tone: "wait" | "fail";
  text: string;
  /** What to do about it. */
  next?: string;
  /** Last lines of the process's own words. */
  tail?: string;
  /** A button that mends it. */
  mend?: "restart" | "wake" | "kill";
}

const clock = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleString(undefined, {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
  });

/** Everything that is wrong, the worst first. */
export function troubles(
  host: HostInfo | undefined,
  summary: SessionSummary | undefined,
  view: Pick<SessionView, "liveness" | "info" | "usage"> | undefined,
): Trouble[] {
  const found = [
    processTrouble(summary, view),
    signInTrouble(view),
    limitTrouble(view?.usage.rateLimit),
    cliTrouble(host),
  ];
  return found.filter((one) => one !== undefined);
}

function cliTrouble(host: HostInfo | undefined): Trouble | undefined {
  if (!host) return undefined;
  const { cli } = host;
  switch (cli.verdict) {
    case "missing":
      return {
        id: "cli-missing",
        tone: "fail",
        text: cli.problem ?? words.missing,
        next: words.missingNext,
      };
    case "broken":
      return {
        id: "cli-broken",
        tone: "fail",
        text: cli.problem ?? words.broken,
        next: words.brokenNext,
      };
    case "newer":
      return {
        id: `cli-newer-${cli.version ?? ""}`,
        tone: "wait",
        text: words.newer(cli.version),
        next: words.newerNext,
      };
    case "older":
      return {
        id: `cli-older-${cli.version ?? ""}`,
        tone: "wait",
        text: cli.problem ?? words.older(cli.version),
        next: words.olderNext,
      };
    default:
      return undefined;
  }
}

function processTrouble(
  summary: SessionSummary | undefined,
  view: Pick<SessionView, "liveness"> | undefined,
): Trouble | undefined {
  const activity = view?.liveness.activity;
  if (activity?.state === "ended" && failed(activity.exit)) {
    const tail = activity.exit.stderrTail.trim();
    return {
      id: `died-${view?.liveness.epoch ?? 0}`,
      tone: "fail",
      text: activity.exit.signal
        ? words.diedBySignal(activity.exit.signal)
        : words.diedWithCode(activity.exit.code ?? 0),
      next: words.diedNext,
      mend: "restart",
      ...(tail ? { tail } : {}),
    };
  }
  if (summary?.problem) {
    // A process that still runs is the problem itself: it did not stop.
    const runs = activity !== undefined && !["notStarted", "parked", "ended"].includes(activity.state);
    return {
      id: `problem-${summary.problem}`,
      tone: "fail",
      text: summary.problem,
      mend: runs ? "kill" : "restart",
    };
  }
  return undefined;
}

function signInTrouble(view: Pick<SessionView, "info"> | undefined): Trouble | undefined {
  const account = view?.info.account;
  if (!account) return undefined;
  const named = account.apiKeySource && account.apiKeySource !== "none";
  if (named || account.tokenSource || account.email || account.provider) return undefined;
  return {
    id: "signed-out",
    tone: "fail",
    text: words.signedOut,
    next: words.signedOutNext,
    mend: "restart",
  };
}

function limitTrouble(limit: RateLimit | undefined): Trouble | undefined {
  if (!limit || (limit.status !== "rejected" && limit.status !== "warning")) return undefined;
  const name = words.limits[limit.limit ?? ""] ?? limit.limit?.replaceAll("_", " ") ?? words.limit;
  const resets = limit.resetsAt === undefined ? "" : words.resets(clock(limit.resetsAt));
  if (limit.status === "rejected" && !limit.usingOverage) {
    return {
      id: `limit-${limit.limit ?? ""}-${limit.resetsAt ?? 0}`,
      tone: "fail",
      text: words.reached(name) + resets,
      next: words.reachedNext,
    };
  }
  const share = limit.utilization === undefined ? "" : words.share(Math.round(limit.utilization * 100));
  return {
    id: `warning-${limit.limit ?? ""}-${limit.resetsAt ?? 0}`,
    tone: "wait",
    text: limit.usingOverage ? words.overage(name) + resets : words.near(name) + share + resets,
  };
}
