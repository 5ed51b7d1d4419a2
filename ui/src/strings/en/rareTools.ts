// What stands on the lines of tools that few sessions use; loaded with their renderers.

const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

export const rareTools = {
  next: (time: string) => `Next at ${time}`,
  schedule: "Schedule",
  scheduleCanceled: "Schedule canceled",
  schedules: "Schedules",
  jobCount: (count: number) => many(count, "schedule"),
  wakeup: "Wake-up",
  wakeupCanceled: "Wake-up canceled",
  upTo: (time: string) => `up to ${time}`,
  worktree: "Worktree",
  worktreeKept: "Worktree left",
  worktreeRemoved: "Worktree removed",
  workflow: "Workflow",
  script: "Script",
  messageTo: "Message to",
  agents: "Agents",
  findings: "Findings",
  findingCount: (count: number) => many(count, "finding"),
  verdicts: { CONFIRMED: "confirmed", PLAUSIBLE: "plausible" } as Record<string, string>,
  findingOutcomes: {
    fixed: "fixed",
    skipped: "skipped",
    no_change_needed: "no change needed",
  } as Record<string, string>,
};
