// When the list of sessions is drawn again: at once for what a person must see, once a second for the rest.

import type { SessionSummary } from "./generated";

/** How often the list follows sessions that merely go on. */
export const QUIET_MS = 1000;

/** Fields that change with every word a session says. */
const quiet = new Set<keyof SessionSummary>(["lastLine", "seq", "at", "costUsd", "liveness"]);

/** Whether a session merely went on: only such fields changed, and it is still doing the same. */
export function isQuiet(before: SessionSummary | undefined, after: SessionSummary): boolean {
  if (!before) return false;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof SessionSummary>;
  return (
    before.liveness.activity.state === after.liveness.activity.state &&
    [...keys].every((key) => quiet.has(key) || JSON.stringify(before[key]) === JSON.stringify(after[key]))
  );
}
