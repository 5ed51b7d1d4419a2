import { useCallback, useEffect, useRef, useState } from "react";
import type { SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { post } from "@/api/http";
import { Ansi } from "@/components/Ansi";
import { useNow } from "@/lib/now";
import { liveOutput as words } from "@/strings/liveOutput";

/** Answer to `get_task_output`. */
interface Printed {
  output: string;
  truncated: boolean;
}

/** How often a command that runs is asked again. */
const EVERY_MS = 2000;

/**
 * What a command has printed so far. The CLI does not send it: it is asked while the command runs, and nothing is shown
 * where it does not know, as older ones do not.
 */
export function LiveOutput({ session, job: id }: { session: string; job: string }) {
  const running = useView(
    session,
    useCallback((view: SessionView) => view.jobs.find((job) => job.id === id)?.state === "running", [id]),
  );
  return running ? <Running session={session} job={id} /> : null;
}

function Running({ session, job }: { session: string; job: string }) {
  const beat = Math.floor(useNow() / EVERY_MS);
  const [printed, setPrinted] = useState<Printed>();
  const asking = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked again at every beat
  useEffect(() => {
    if (asking.current) return;
    asking.current = true;
    post<Printed>(`api/sessions/${encodeURIComponent(session)}/control`, {
      subtype: "get_task_output",
      request: { task_id: job },
    })
      // What it said before stays; a CLI that does not know has said nothing.
      .then(setPrinted, () => undefined)
      .finally(() => {
        asking.current = false;
      });
  }, [session, job, beat]);
  if (!printed?.output) return null;
  return (
    <section aria-label={words.title} className="space-y-1">
      {printed.truncated && <p className="text-xs text-soft">{words.cut}</p>}
      <Ansi text={printed.output} className="max-h-64 overflow-auto rounded-md bg-panel p-2 text-xs" />
    </section>
  );
}
