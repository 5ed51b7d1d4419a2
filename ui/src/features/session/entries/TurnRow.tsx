import { cn } from "@/lib/cn";
import { count, dollars, duration } from "@/lib/format";
import { conversation } from "@/strings";
import type { RowProps } from "../EntryRow";
import { GoOn } from "./GoOn";

const words = conversation.row;

/** How a turn ended and what it cost. */
export function TurnRow({ session, entry, body }: RowProps<"turn">) {
  const { tokens } = body;
  // A stop is what the person wanted.
  const failed = body.isError && body.outcome !== "interrupted";
  const input = tokens.input + tokens.cacheRead + tokens.cacheWrite;
  return (
    <footer className={cn("text-xs text-faint", failed && "text-fail")}>
      <p>
        {conversation.outcomes[body.outcome]} · {duration(body.durationMs)} · {dollars(body.costUsd)} ·{" "}
        {words.tokens(count(input), count(tokens.output))}
        {body.origin && words.startedBy(body.origin)}
      </p>
      {failed && body.errors.map((error) => <p key={error}>{error}</p>)}
      <GoOn session={session} entry={entry.id} why={body.outcome} />
      {body.text && <p className="whitespace-pre-wrap">{body.text}</p>}
      {body.denials.length > 0 && (
        <p>{words.denied(body.denials.map((denial) => denial.tool.display).join(", "))}</p>
      )}
    </footer>
  );
}
