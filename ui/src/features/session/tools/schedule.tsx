import { AlarmClock, Clock, Eye } from "lucide-react";
import type { Json } from "@/api/generated";
import { Command } from "@/components/Code";
import { duration } from "@/lib/format";
import { clockTime } from "@/lib/locale";
import { rareTools as words } from "@/strings/late";
import { flag, list, number, text } from "./input";
import { JobLine } from "./JobLine";
import { LiveOutput } from "./LiveOutput";
import { Result } from "./Output";
import type { ToolProps, ToolRenderer } from "./registry";

/** The next start, if the CLI reported one. */
function next(structured: Json | undefined, key: string): string | undefined {
  const at = number(structured, key);
  return at ? words.next(clockTime(at)) : undefined;
}

const failed = ({ session, entry, call }: ToolProps) =>
  call.result?.isError && <Result session={session} entry={entry.id} result={call.result} />;

/** A prompt that the CLI sends on a schedule. */
export const cronCreate: ToolRenderer = {
  icon: Clock,
  title: () => words.schedule,
  summary: ({ input, call }) => text(call.result?.structured, "humanSchedule") ?? text(input, "cron"),
  aside: ({ call }) => next(call.result?.structured, "nextFireAt"),
  details: (props) => (
    <div className="space-y-2 text-sm">
      <p className="whitespace-pre-wrap">{text(props.input, "prompt")}</p>
      {failed(props)}
    </div>
  ),
};

/** A canceled schedule. */
export const cronDelete: ToolRenderer = {
  icon: Clock,
  title: () => words.scheduleCanceled,
  summary: ({ input }) => text(input, "id"),
  details: ({ session, entry, call }) => <Result session={session} entry={entry.id} result={call.result} />,
};

/** The list of schedules. */
export const cronList: ToolRenderer = {
  icon: Clock,
  title: () => words.schedules,
  summary: () => "",
  aside: ({ call }) => call.result?.structured && words.jobCount(list(call.result.structured, "jobs").length),
  details: (props) => (
    <ul className="space-y-1 text-sm">
      {list(props.call.result?.structured, "jobs").map((job) => (
        <li key={text(job, "id")}>
          {text(job, "humanSchedule") ?? text(job, "cron")} · {text(job, "prompt")}{" "}
          <span className="text-xs text-faint">{next(job, "nextFireAt")}</span>
        </li>
      ))}
      {failed(props)}
    </ul>
  ),
};

/** A turn that the CLI continues later. */
export const wakeup: ToolRenderer = {
  icon: AlarmClock,
  title: ({ input }) => (flag(input, "stop") ? words.wakeupCanceled : words.wakeup),
  summary: ({ input }) => text(input, "reason"),
  aside: ({ call }) => next(call.result?.structured, "scheduledFor"),
  details: (props) => (
    <div className="space-y-2 text-sm">
      <p className="whitespace-pre-wrap">{text(props.input, "prompt")}</p>
      {failed(props)}
    </div>
  ),
};

/** A command or WebSocket whose output wakes the model. */
export const monitor: ToolRenderer = {
  icon: Eye,
  title: ({ input }) => text(input, "description"),
  summary: ({ input }) => source(input).replaceAll("\n", " ⏎ "),
  aside: ({ input }) => {
    const limit = number(input, "timeout_ms");
    return limit ? words.upTo(duration(limit)) : null;
  },
  meanwhile: ({ session, call }) =>
    call.links.job && <LiveOutput session={session} job={call.links.job} brief />,
  details: (props) => (
    <div className="space-y-2">
      <Command code={source(props.input)} />
      {props.call.links.job && <JobLine session={props.session} job={props.call.links.job} />}
      {props.call.links.job && <LiveOutput session={props.session} job={props.call.links.job} />}
      {failed(props)}
    </div>
  ),
};

const source = (input: Json): string =>
  text(input, "command") ?? text((input as { ws?: Json } | null)?.ws, "url") ?? "";
