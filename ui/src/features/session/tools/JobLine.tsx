import { useCallback } from "react";
import type { JobState, SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { State, type Tone } from "@/components/ui/status";
import { count, duration } from "@/lib/format";
import { toolStrings as words } from "@/strings";
import { useSessionNow } from "../now";

const tones: Record<JobState, Tone> = {
  pending: "idle",
  running: "work",
  paused: "stopped",
  done: "done",
  failed: "fail",
  stopped: "stopped",
};

/** What became of the work a call started: how it stands, for how long, with what. */
export function JobLine({ session, job: id }: { session: string; job: string }) {
  const job = useView(
    session,
    useCallback((view: SessionView) => view.jobs.find((one) => one.id === id), [id]),
  );
  if (!job) return null;
  const parts = [
    job.lastTool,
    job.toolUses !== undefined && words.calls(job.toolUses),
    job.totalTokens !== undefined && words.tokens(count(job.totalTokens)),
    job.model,
  ];
  return (
    <div className="text-xs text-soft">
      <p>
        <span className="inline-block align-middle">
          <State tone={tones[job.state]}>{words.jobs[job.state]}</State>
        </span>
        <Spent session={session} since={job.startedAt} until={job.endedAt} />
        {parts.filter(Boolean).map((part) => ` · ${part}`)}
      </p>
      {job.progress && <p>{job.progress}</p>}
      {job.error && <p className="text-fail">{job.error}</p>}
      {job.outputFile && <p className="font-mono break-all text-faint">{job.outputFile}</p>}
    </div>
  );
}

interface SpentProps {
  session: string;
  since: number;
  until: number | undefined;
}

function Spent({ session, since, until }: SpentProps) {
  return until === undefined ? (
    <Running session={session} since={since} />
  ) : (
    <> · {duration(until - since)}</>
  );
}

function Running({ session, since }: { session: string; since: number }) {
  const now = useSessionNow(session);
  return <> · {duration(Math.max(0, now - since))}</>;
}
