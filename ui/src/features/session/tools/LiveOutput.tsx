import { useCallback, useEffect, useRef, useState } from "react";
import { sendControl } from "@/api/commands";
import type { SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { Ansi } from "@/components/Ansi";
import { useNow } from "@/lib/now";
import { liveOutput as words } from "@/strings";
import { lastLines } from "./liveOutput.logic";

/** Answer to `get_task_output`. */
interface Printed {
  output: string;
  truncated: boolean;
}

interface LiveOutputProps {
  session: string;
  job: string;
  /** Only its end, under a line that is not opened. */
  brief?: boolean;
}

/** How often a command that runs is asked again. */
const EVERY_MS = 2000;

/** How often in a row it may fail: a CLI that does not know the question will not learn it. */
const FAILURES = 3;

/**
 * What a command has printed so far. The CLI does not send it: it is asked while the command runs, and nothing is shown
 * where it does not know, as older ones do not.
 */
export function LiveOutput(props: LiveOutputProps) {
  const { session, job: id } = props;
  const running = useView(
    session,
    useCallback((view: SessionView) => view.jobs.find((job) => job.id === id)?.state === "running", [id]),
  );
  return running ? <Running {...props} /> : null;
}

function Running({ session, job, brief = false }: LiveOutputProps) {
  const printed = usePrinted(session, job);
  if (!printed?.output.trim()) return null;
  if (brief)
    return (
      <section aria-label={words.title} className="mb-1 ml-5 border-l-2 border-work pl-2">
        <Ansi
          text={lastLines(printed.output)}
          className="overflow-hidden text-xs text-ellipsis whitespace-pre text-soft"
        />
      </section>
    );
  return (
    <section aria-label={words.title} className="space-y-1">
      {printed.truncated && <p className="text-xs text-soft">{words.cut}</p>}
      <Ansi text={printed.output} className="max-h-64 overflow-auto rounded-md bg-panel p-2 text-xs" />
    </section>
  );
}

/** Asks again and again, while somebody looks. */
function usePrinted(session: string, job: string): Printed | undefined {
  const beat = Math.floor(useNow() / EVERY_MS);
  const [printed, setPrinted] = useState<Printed>();
  const asking = useRef(false);
  const failures = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked again at every beat
  useEffect(() => {
    if (asking.current || failures.current >= FAILURES || document.hidden) return;
    asking.current = true;
    sendControl(session, { subtype: "get_task_output", request: { task_id: job } })
      .then(
        (answer) => {
          failures.current = 0;
          setPrinted(answer as unknown as Printed);
        },
        // What it said before stays.
        () => {
          failures.current += 1;
        },
      )
      .finally(() => {
        asking.current = false;
      });
  }, [session, job, beat]);
  return printed;
}
