import { flag, text } from "./input";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

/** A shell command: the command, what it is for, what it printed, how it ended. */
export const bash: ToolRenderer = {
  summary: ({ input }) => text(input, "command") ?? "",
  aside: ({ call, input }) => (
    <>
      {flag(input, "run_in_background") && "in the background"}
      {call.result?.exitCode !== undefined && <span className="text-fail">exit {call.result.exitCode}</span>}
    </>
  ),
  details: ({ session, entry, call, input }) => (
    <div className="space-y-2">
      {text(input, "description") && <p className="text-sm text-soft">{text(input, "description")}</p>}
      <pre className="overflow-x-auto rounded-md border border-line p-2 font-mono text-xs whitespace-pre-wrap break-words">
        {text(input, "command")}
      </pre>
      <Result session={session} entry={entry.id} result={call.result} />
    </div>
  ),
};
