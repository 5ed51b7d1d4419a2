import { SquareTerminal } from "lucide-react";
import type { Json, ToolCall } from "@/api/generated";
import { Ansi } from "@/components/Ansi";
import { Command } from "@/components/Code";
import { Tag } from "@/components/ui/status";
import { toolStrings as words } from "@/strings";
import { flag, text } from "./input";
import { JobLine } from "./JobLine";
import { LiveOutput } from "./LiveOutput";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

const isLong = (command: string): boolean => command.length > 60 || command.includes("\n");

/** Whether it runs in the background. A foreground command already shows its time at the end of its line. */
const isBackground = (call: ToolCall, input: Json): boolean =>
  flag(input, "run_in_background") || text(call.result?.structured, "backgroundTaskId") !== undefined;

/** A shell command: the command, what it is for, what it printed, how it ended. */
export const bash: ToolRenderer = {
  foldsItself: true,
  icon: SquareTerminal,
  title: ({ input }) => text(input, "description"),
  summary: ({ input }) => (text(input, "command") ?? "").replaceAll("\n", " ⏎ "),
  aside: ({ call, input }) => {
    return (
      <>
        {isBackground(call, input) && <span>{words.background}</span>}
        {call.result?.exitCode !== undefined && <Tag tone="fail">{words.exit(call.result.exitCode)}</Tag>}
        {flag(call.result?.structured, "interrupted") && (
          <span className="text-wait">{words.interrupted}</span>
        )}
      </>
    );
  },
  meanwhile: ({ session, call }) =>
    call.links.job && <LiveOutput session={session} job={call.links.job} brief />,
  details: ({ session, entry, call, input }) => {
    const errors = text(call.result?.structured, "stderr")?.trim();
    const printed = call.result?.text.text ?? "";
    return (
      <div className="space-y-2">
        {/* A short one stands in the line already. */}
        {isLong(text(input, "command") ?? "") && <Command code={text(input, "command") ?? ""} />}
        {call.links.job && isBackground(call, input) && <JobLine session={session} job={call.links.job} />}
        {call.links.job && <LiveOutput session={session} job={call.links.job} />}
        <Result session={session} entry={entry.id} result={call.result} />
        {errors && !printed.includes(errors) && (
          <Ansi text={errors} className="max-h-64 overflow-auto rounded-lg bg-panel px-3 py-2 text-xs" />
        )}
      </div>
    );
  },
};
