// Subagents and background work as a tree.

import type { Job, JobState } from "@/api/generated";
import type { Tone } from "@/components/ui/status";

export interface JobNode {
  job: Job;
  children: JobNode[];
}

/** Jobs under the job that started them; those without one, or whose parent is not known, at the top. Newest first. */
export function jobTree(jobs: Job[]): JobNode[] {
  const nodes = new Map(jobs.map((job) => [job.id, { job, children: [] as JobNode[] }]));
  const roots: JobNode[] = [];
  for (const node of nodes.values()) {
    const parent = node.job.parent === undefined ? undefined : nodes.get(node.job.parent);
    if (parent && parent !== node) parent.children.push(node);
    else roots.push(node);
  }
  return roots.sort(
    (left, right) =>
      Number(isOpen(right.job)) - Number(isOpen(left.job)) || right.job.startedAt - left.job.startedAt,
  );
}

export const isOpen = (job: Job): boolean => ["pending", "running", "paused"].includes(job.state);

/** Whether it is an agent that works while the conversation goes on. */
export const isAgent = (job: Job): boolean =>
  (job.job === "agent" || job.job === "workflow") && job.background && isOpen(job);

export const tones: Record<JobState, Tone> = {
  pending: "idle",
  running: "work",
  paused: "wait",
  done: "done",
  failed: "fail",
  stopped: "idle",
};

/** How long it ran, or runs. */
export const elapsed = (job: Job, now: number): number =>
  job.durationMs ?? Math.max(0, (job.endedAt ?? now) - job.startedAt);
