import { Markdown } from "@/components/Markdown";
import { count } from "@/lib/format";
import { conversation } from "@/strings";
import type { RowProps } from "../EntryRow";
import { useOpen } from "../open";
import { Disclosure } from "./Disclosure";

const words = conversation.compaction;

/** The context was summarised: what was kept, and that details before it may be gone. */
export function CompactionRow({ session, entry, body }: RowProps<"compaction">) {
  const [open, setOpen] = useOpen(session, entry.id);
  const label =
    body.state === "running"
      ? words.running
      : body.state === "failed"
        ? words.failed(body.error)
        : body.summary
          ? words.summarised(sizes(body))
          : words.done(sizes(body));
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
  const before = count(body.tokensBefore);
  const tokens =
    body.tokensAfter === undefined ? words.from(before) : words.fromTo(before, count(body.tokensAfter));
  return body.keptMessages ? tokens + words.kept(body.keptMessages) : tokens;
}
