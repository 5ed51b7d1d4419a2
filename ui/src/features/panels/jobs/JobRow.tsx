import { Bot, ChevronRight, Square, SquareTerminal } from "lucide-react";
import { useState } from "react";
import { stopTask } from "@/api/commands";
import { connection } from "@/api/connection";
import type { Job } from "@/api/generated";
import { Allowed } from "@/api/scope";
import { until } from "@/api/until";
import { Ansi } from "@/components/Ansi";
import { Markdown } from "@/components/Markdown";
import { Button, IconButton } from "@/components/ui/button";
import { Answer, Show } from "@/components/ui/show";
import { State } from "@/components/ui/status";
import { useAction } from "@/lib/action";
import { cn } from "@/lib/cn";
import { count, duration } from "@/lib/format";
import { useLoad } from "@/lib/load";
import { useNow } from "@/lib/now";
import { panelStrings } from "@/strings/late";
import { control, controlQuery, type TaskOutput } from "../api";
import { elapsed, isOpen, tones } from "./jobs.logic";

const strings = panelStrings.jobs;

/** One piece of work: what it is, how it goes, how to stop it, and what came of it. */
export function JobRow({ session, job, opened }: { session: string; job: Job; opened: boolean }) {
  const [open, setOpen] = useState(opened);
  const now = useNow();
  const action = useAction();
  const runs = isOpen(job);
  const Icon = job.job === "shell" || job.job === "monitor" ? SquareTerminal : Bot;
  const stop = () =>
    action.run(async () => {
      await stopTask(session, job.id);
      const gone = await until(session, (view) => {
        const found = view.jobs.find((other) => other.id === job.id);
        return !found || !isOpen(found);
      });
      return gone ? strings.stopped : strings.stopping;
    });
  const about = [
    job.agentType ?? strings.kinds[job.job],
    job.background && strings.inBackground,
    duration(elapsed(job, now)),
    job.totalTokens !== undefined && strings.tokens(count(job.totalTokens)),
    job.toolUses !== undefined && strings.tools(job.toolUses),
    job.model,
  ];
  return (
    <article
      aria-label={job.description}
      data-state={job.state}
      className="rounded-xl border border-line bg-raised"
    >
      <div className="flex items-start gap-1 py-1.5 pr-1.5 pl-1">
        <IconButton
          label={open ? panelStrings.close : strings.output}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="size-7"
        >
          <ChevronRight size={14} className={cn("transition-transform duration-100", open && "rotate-90")} />
        </IconButton>
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-1.5 text-sm">
            <Icon size={13} aria-hidden className="shrink-0 self-center text-soft" />
            <span className="min-w-0 truncate font-medium" title={job.description}>
              {job.description}
            </span>
          </p>
          <p className="text-xs text-soft">
            <State tone={tones[job.state]}>{strings.states[job.state]}</State>
            {" · "}
            {about.filter(Boolean).join(" · ")}
          </p>
          {runs && (job.progress || job.lastTool) && (
            <p className="truncate text-xs text-faint">
              {job.progress ?? strings.lastTool(job.lastTool ?? "")}
            </p>
          )}
        </div>
        {runs && (
          <Allowed to="manageSessions">
            <Button
              look="quiet"
              size="small"
              aria-label={strings.stopOne(job.description)}
              onClick={stop}
              disabled={action.busy}
            >
              <Square size={11} fill="currentColor" aria-hidden /> {strings.stop}
            </Button>
          </Allowed>
        )}
      </div>
      <Answer outcome={action.outcome} className="px-3 pb-1" />
      {open && <Details session={session} job={job} />}
    </article>
  );
}

function Details({ session, job }: { session: string; job: Job }) {
  const action = useAction();
  const foreground = isOpen(job) && !job.background && job.entry !== undefined;
  const background = () =>
    action.run(async () => {
      const entry = connection.peek(session)?.entries.find((other) => other.id === job.entry);
      const id = entry?.body.kind === "tool" ? entry.body.toolUseId : "";
      const answer = await control<{ backgrounded?: boolean } | null>(session, "background_tasks", {
        tool_use_id: id,
      });
      return answer?.backgrounded === false ? strings.notBackgrounded : strings.backgrounded;
    });
  return (
    <div className="space-y-3 border-t border-line p-3">
      {foreground && (
        <Allowed to="manageSessions">
          <div className="space-y-1">
            <Button onClick={background} disabled={action.busy}>
              {strings.background}
            </Button>
            <Answer outcome={action.outcome} />
          </div>
        </Allowed>
      )}
      {job.error && (
        <Part title={strings.error}>
          <p className="text-sm break-words text-fail">{job.error}</p>
        </Part>
      )}
      {job.summary && (
        <Part title={strings.summary}>
          <Markdown size="small">{job.summary.text}</Markdown>
        </Part>
      )}
      {(job.job === "shell" || job.job === "monitor") && (
        // The CLI is asked for it, which needs more than looking.
        <Allowed to="manageSessions">
          <Output session={session} job={job} />
        </Allowed>
      )}
      {job.prompt && (
        <Part title={strings.prompt}>
          <p className="max-h-60 overflow-y-auto text-sm whitespace-pre-wrap text-soft">{job.prompt.text}</p>
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="space-y-1">
      <h4 className="text-xs font-medium text-soft">{title}</h4>
      {children}
    </section>
  );
}

/** What a shell has printed; asked again while it runs and whenever it ends. */
function Output({ session, job }: { session: string; job: Job }) {
  const shown = useLoad({
    ...controlQuery<TaskOutput>(session, 0, "get_task_output", { task_id: job.id }),
    refetchInterval: isOpen(job) ? 3000 : false,
  });
  return (
    <Part title={strings.output}>
      <Show of={shown} rows={2}>
        {(data) =>
          data.output === "" ? (
            <p className="text-sm text-soft">{strings.noOutput}</p>
          ) : (
            <>
              {data.truncated && <p className="text-xs text-soft">{strings.truncated}</p>}
              <Ansi
                text={data.output}
                className="max-h-80 overflow-auto rounded-md border border-line p-2 text-xs"
              />
            </>
          )
        }
      </Show>
    </Part>
  );
}
