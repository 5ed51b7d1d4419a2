// Which tasks hold up others.

import type { TaskItem } from "@/api/generated";

/** The tasks this one waits for that are not done: by what either side says. */
export function openBlockers(task: TaskItem, tasks: TaskItem[]): string[] {
  if (task.status === "completed") return [];
  const named = new Set(task.blockedBy);
  return tasks
    .filter(
      (other) => other.status !== "completed" && (named.has(other.id) || other.blocks.includes(task.id)),
    )
    .map((other) => other.id);
}

/** The task that is worked on, or the next one; none once all are done. */
export const currentTask = (tasks: TaskItem[]): TaskItem | undefined =>
  tasks.find(({ status }) => status === "inProgress") ?? tasks.find(({ status }) => status === "pending");
