import { Markdown } from "@/components/Markdown";
import { count } from "@/lib/format";
import type { RowProps } from "../EntryRow";
import { useOpen } from "../open";
import { Disclosure } from "./Disclosure";

/** The context was summarised: what was kept, and that details before it may be gone. */
export function CompactionRow({ session, entry, body }: RowProps<"compaction">) {
  const [open, setOpen] = useOpen(session, entry.id);
  const label =
    body.state === "running"
      ? "Compacting the context…"
      : body.state === "failed"
        ? `Compaction failed${body.error ? `: ${body.error}` : ""}`
        : `Context compacted${sizes(body)} · ${body.summary ? "a summary was kept, " : ""}earlier details may be gone`;
  return (
    <div className="border-y border-line py-1">
      <Disclosure
        open={open}
        onToggle={setOpen}
        disabled={!body.summary}
        label={<span className="text-soft">{label}</span>}
      >
        <Markdown>{body.summary?.text ?? ""}</Markdown>
      </Disclosure>
    </div>
  );
}

function sizes(body: RowProps<"compaction">["body"]): string {
  if (body.tokensBefore === undefined) return "";
  const after = body.tokensAfter === undefined ? "" : ` to ${count(body.tokensAfter)}`;
  const kept = body.keptMessages ? `, ${body.keptMessages} messages kept word for word` : "";
  return `, ${count(body.tokensBefore)}${after} tokens${kept}`;
}
