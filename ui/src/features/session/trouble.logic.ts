// What is wrong with a session or with the host, as a sentence with a next step.

import type { HostInfo, RateLimit, SessionSummary, SessionView } from "@/api/generated";

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
  mend?: "restart" | "wake";
}

const limits: Record<string, string> = {
  five_hour: "five-hour limit",
  seven_day: "weekly limit",
  seven_day_opus: "weekly limit of Opus",
};

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
        text: cli.problem ?? "The Claude Code CLI was not found.",
        next: "Install it with `npm install -g @anthropic-ai/claude-code`, or name it with --claude, then start the host again.",
      };
    case "broken":
      return {
        id: "cli-broken",
        tone: "fail",
        text: cli.problem ?? "The Claude Code CLI does not start.",
        next: "Run `pilothouse doctor` to see what it says.",
      };
    case "newer":
      return {
        id: `cli-newer-${cli.version ?? ""}`,
        tone: "wait",
        text: `The CLI is ${cli.version ?? "newer"}, newer than the versions this host was tested with.`,
        next: "It will probably work. What this host does not know is shown as it came; `pilothouse doctor` tells more.",
      };
    case "older":
      return {
        id: `cli-older-${cli.version ?? ""}`,
        tone: "wait",
        text:
          cli.problem ??
          `The CLI is ${cli.version ?? "older"}, older than the versions this host was tested with.`,
        next: "Update it with `claude update`.",
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
  if (activity?.state === "ended" && (activity.exit.signal || (activity.exit.code ?? 0) !== 0)) {
    const how = activity.exit.signal
      ? `was ended by signal ${activity.exit.signal}`
      : `ended with code ${activity.exit.code ?? 0}`;
    const tail = activity.exit.stderrTail.trim();
    return {
      id: `died-${view?.liveness.epoch ?? 0}`,
      tone: "fail",
      text: `The CLI process ${how}. The conversation is kept.`,
      next: "Start it again, or send a message: both continue where it stopped.",
      mend: "restart",
      ...(tail ? { tail } : {}),
    };
  }
  if (summary?.problem) {
    return { id: `problem-${summary.problem}`, tone: "fail", text: summary.problem, mend: "restart" };
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
    text: "The CLI is not signed in.",
    next: "Run `claude` in a terminal and sign in, or set ANTHROPIC_API_KEY, then start this session again.",
    mend: "restart",
  };
}

function limitTrouble(limit: RateLimit | undefined): Trouble | undefined {
  if (!limit || (limit.status !== "rejected" && limit.status !== "warning")) return undefined;
  const name = limits[limit.limit ?? ""] ?? limit.limit?.replaceAll("_", " ") ?? "limit";
  const resets = limit.resetsAt === undefined ? "" : ` It resets ${clock(limit.resetsAt)}.`;
  if (limit.status === "rejected" && !limit.usingOverage) {
    return {
      id: `limit-${limit.limit ?? ""}-${limit.resetsAt ?? 0}`,
      tone: "fail",
      text: `The ${name} of the account is reached.${resets}`,
      next: "Messages sent now will fail. Send them again after it resets, or choose another model.",
    };
  }
  const share = limit.utilization === undefined ? "" : ` ${Math.round(limit.utilization * 100)}% are used.`;
  return {
    id: `warning-${limit.limit ?? ""}-${limit.resetsAt ?? 0}`,
    tone: "wait",
    text: limit.usingOverage
      ? `The ${name} is reached; extra usage is being spent.${resets}`
      : `The ${name} is near.${share}${resets}`,
  };
}
