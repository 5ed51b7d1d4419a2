import type { TurnOutcome } from "@/api/generated";
import { cn } from "@/lib/cn";
import { count, dollars, duration } from "@/lib/format";
import type { RowProps } from "../EntryRow";

const words: Record<TurnOutcome, string> = {
  completed: "done",
  interrupted: "stopped",
  preempted: "made way for another message",
  apiError: "failed",
  maxTurns: "reached its limit of turns",
  maxBudget: "reached its budget",
  schemaFailed: "did not fit the schema",
  promptBlocked: "blocked by a hook",
  stoppedByHook: "stopped by a hook",
  deferred: "a call was put off",
  command: "done",
  failed: "failed",
};

/** How a turn ended and what it cost. */
export function TurnRow({ body }: RowProps<"turn">) {
  const { tokens } = body;
  const input = tokens.input + tokens.cacheRead + tokens.cacheWrite;
  return (
    <footer className={cn("text-xs text-faint", body.isError && "text-fail")}>
      <p>
        {words[body.outcome]} · {duration(body.durationMs)} · {dollars(body.costUsd)} · {count(input)} in,{" "}
        {count(tokens.output)} out
        {body.origin && ` · started by ${body.origin}`}
      </p>
      {body.isError && body.errors.map((error) => <p key={error}>{error}</p>)}
      {body.text && <p className="whitespace-pre-wrap">{body.text}</p>}
      {body.denials.length > 0 && (
        <p>denied: {body.denials.map((denial) => denial.tool.display).join(", ")}</p>
      )}
    </footer>
  );
}
