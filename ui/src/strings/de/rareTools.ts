import type { rareTools as english } from "../en/rareTools";
import { plural } from "./plural";

const many = (count: number, one: string, other: string): string =>
  `${count} ${plural(count, { one, other })}`;

export const rareTools: typeof english = {
  next: (time) => `Nächster Start: ${time}`,
  schedule: "Zeitplan",
  scheduleCanceled: "Zeitplan abgebrochen",
  schedules: "Zeitpläne",
  jobCount: (count) => many(count, "Zeitplan", "Zeitpläne"),
  wakeup: "Wecker",
  wakeupCanceled: "Wecker abgebrochen",
  upTo: (time) => `bis zu ${time}`,
  worktree: "Worktree",
  worktreeKept: "Worktree verlassen",
  worktreeRemoved: "Worktree entfernt",
  workflow: "Workflow",
  script: "Skript",
  messageTo: "Nachricht an",
  agents: "Agenten",
  findings: "Befunde",
  findingCount: (count) => many(count, "Befund", "Befunde"),
  verdicts: { CONFIRMED: "bestätigt", PLAUSIBLE: "plausibel" },
  findingOutcomes: {
    fixed: "behoben",
    skipped: "übersprungen",
    no_change_needed: "keine Änderung nötig",
  },
};
