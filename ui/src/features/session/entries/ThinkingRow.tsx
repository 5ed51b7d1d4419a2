import { Markdown } from "@/components/Markdown";
import { count, duration } from "@/lib/format";
import { conversation } from "@/strings";
import type { RowProps } from "../EntryRow";
import { useSessionNow } from "../now";
import { useOpen } from "../open";
import { Disclosure } from "./Disclosure";
import { useCalm, useDraft } from "./TextRow";

const words = conversation.row;

/** What the model thought: one line until it is opened. */
export function ThinkingRow({ session, entry, body }: RowProps<"thinking">) {
  const [open, setOpen] = useOpen(session, entry.id);
  const draft = useCalm(useDraft(session, entry.id));
  const text = body.streaming ? (draft ?? "") : body.text;
  return (
    <Disclosure
      open={open}
      onToggle={setOpen}
      disabled={!text}
      label={<Label session={session} entry={entry} body={body} />}
    >
      <div className="border-l-2 border-line pl-3 text-soft">
        <Markdown streaming={body.streaming}>{text}</Markdown>
      </div>
    </Disclosure>
  );
}

function Label({ session, entry, body }: Pick<RowProps<"thinking">, "session" | "entry" | "body">) {
  if (body.streaming) return <Running session={session} since={entry.at} tokens={body.tokens} />;
  const { durationMs = 0 } = body;
  const thought = durationMs < 1000 ? words.thought : words.thoughtFor(duration(durationMs));
  return <span className="text-soft">{body.redacted ? words.thoughtHidden : thought}</span>;
}

function Running(props: { session: string; since: number; tokens: number | undefined }) {
  const { session, since, tokens } = props;
  const spent = duration(Math.max(0, useSessionNow(session) - since));
  return (
    <span className="text-work">
      {tokens ? words.thinkingTokens(spent, count(tokens)) : words.thinking(spent)}
    </span>
  );
}
