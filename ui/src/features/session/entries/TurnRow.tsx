import type { TurnOutcome } from "@/api/generated";
import { cn } from "@/lib/cn";
import { count, dollars, duration } from "@/lib/format";
import { conversation } from "@/strings/conversation";
import { limits } from "@/strings/limits";
import type { RowProps } from "../EntryRow";

const words = conversation.row;

/** What to do about an end that a person can do something about. */
const next: Partial<Record<TurnOutcome, string>> = {
  maxTurns: limits.maxTurns,
  maxBudget: limits.maxBudget,
};

/** How a turn ended and what it cost. */
export function TurnRow({ body }: RowProps<"turn">) {
  const { tokens } = body;
  const input = tokens.input + tokens.cacheRead + tokens.cacheWrite;
  return (
    <footer className={cn("text-xs text-faint", body.isError && "text-fail")}>
      <p>
        {conversation.outcomes[body.outcome]} · {duration(body.durationMs)} · {dollars(body.costUsd)} ·{" "}
        {words.tokens(count(input), count(tokens.output))}
        {body.origin && words.startedBy(body.origin)}
      </p>
      {body.isError && body.errors.map((error) => <p key={error}>{error}</p>)}
      {next[body.outcome] && <p className="text-soft">{next[body.outcome]}</p>}
      {body.text && <p className="whitespace-pre-wrap">{body.text}</p>}
      {body.denials.length > 0 && (
        <p>{words.denied(body.denials.map((denial) => denial.tool.display).join(", "))}</p>
      )}
    </footer>
  );
}
