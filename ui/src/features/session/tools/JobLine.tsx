import { useCallback } from "react";
import type { JobState, SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { cn } from "@/lib/cn";
import { count, duration } from "@/lib/format";
import { useNow } from "@/lib/now";
import { toolStrings as words } from "@/strings/tools";

const looks: Record<JobState, { sign: string; word: string; colour: string }> = {
  pending: { sign: "○", word: words.jobs.pending, colour: "text-faint" },
  running: { sign: "●", word: words.jobs.running, colour: "text-work" },
  paused: { sign: "■", word: words.jobs.paused, colour: "text-wait" },
  done: { sign: "✓", word: words.jobs.done, colour: "text-done" },
  failed: { sign: "✗", word: words.jobs.failed, colour: "text-fail" },
  stopped: { sign: "■", word: words.jobs.stopped, colour: "text-wait" },
};

/** What became of the work a call started: how it stands, for how long, with what. */
export function JobLine({ session, job: id }: { session: string; job: string }) {
  const job = useView(
    session,
    useCallback((view: SessionView) => view.jobs.find((one) => one.id === id), [id]),
  );
  if (!job) return null;
  const look = looks[job.state];
  const parts = [
    job.lastTool,
    job.toolUses !== undefined && words.calls(job.toolUses),
    job.totalTokens !== undefined && words.tokens(count(job.totalTokens)),
    job.model,
  ];
  return (
    <div className="text-xs text-soft">
      <p>
        <span className={cn("font-medium", look.colour)}>
          <span aria-hidden>{look.sign}</span> {look.word}
        </span>
        <Spent since={job.startedAt} until={job.endedAt} />
        {parts.filter(Boolean).map((part) => ` · ${part}`)}
      </p>
      {job.progress && <p>{job.progress}</p>}
      {job.error && <p className="text-fail">{job.error}</p>}
      {job.outputFile && <p className="font-mono break-all text-faint">{job.outputFile}</p>}
    </div>
  );
}

function Spent({ since, until }: { since: number; until: number | undefined }) {
  return until === undefined ? <Running since={since} /> : <> · {duration(until - since)}</>;
}

function Running({ since }: { since: number }) {
  const now = useNow();
  return <> · {duration(Math.max(0, now - since))}</>;
}
