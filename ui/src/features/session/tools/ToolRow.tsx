import { parse } from "partial-json";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import { connection } from "@/api/connection";
import type { Entry, ToolCall, ToolState } from "@/api/generated";
import { call } from "@/api/http";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { duration } from "@/lib/format";
import { useNow } from "@/lib/now";
import { strings } from "@/strings";
import { toolStrings as words } from "@/strings/tools";
import { EntryRow, type RowProps } from "../EntryRow";
import { Disclosure } from "../entries/Disclosure";
import { useDraft } from "../entries/TextRow";
import { useOpen } from "../open";
import { shownPath } from "./input";
import { rendererOf, type ToolProps } from "./registry";

const marks: Record<ToolState, { sign: string; word: string; colour: string }> = {
  streaming: { sign: "…", word: words.states.streaming, colour: "text-work" },
  waiting: { sign: "◆", word: words.states.waiting, colour: "text-wait" },
  running: { sign: "●", word: words.states.running, colour: "text-work" },
  done: { sign: "✓", word: words.states.done, colour: "text-done" },
  failed: { sign: "✗", word: words.states.failed, colour: "text-fail" },
  denied: { sign: "⊘", word: words.states.denied, colour: "text-fail" },
  interrupted: { sign: "■", word: words.states.interrupted, colour: "text-wait" },
};

/** One call of a tool: a quiet line until it is opened; failures open themselves. */
export function ToolRow({ session, entry, body, childrenOf }: RowProps<"tool">) {
  const [whole, setWhole] = useState<ToolCall>();
  const call = whole ?? body;
  const draft = useDraft(session, entry.id);
  const input = call.state === "streaming" ? partial(draft) : (call.changedInput ?? call.input);
  const renderer = rendererOf(call.tool.name);
  const props: ToolProps = {
    session,
    entry,
    call,
    input,
    shown: (path) => shownPath(path ?? "", connection.peek(session)?.info.cwd),
    inside: childrenOf.get(entry.id) ?? [],
    renderInside: (child: Entry): ReactNode => (
      <EntryRow key={child.id} session={session} entry={child} childrenOf={childrenOf} />
    ),
  };
  const opens = call.state === "failed" || (renderer.opens?.(props) ?? false);
  const [open, setOpen] = useOpen(session, entry.id, opens);
  return (
    <>
      <Disclosure
        open={open}
        onToggle={setOpen}
        label={<Label props={props} summary={renderer.summary(props)} />}
        aside={<Aside call={call} extra={renderer.aside?.(props)} />}
      >
        {call.changedInput !== undefined && <p className="pb-1 text-xs text-wait">{words.inputChanged}</p>}
        {renderer.details(props)}
        {!whole && (body.inputCut || (body.result?.structuredCut && !renderer.foldsItself)) && (
          <OpenFull session={session} entry={entry.id} onWhole={setWhole} />
        )}
        {call.decision && !call.decision.allowed && call.decision.message && (
          <p className="pt-1 text-sm text-fail">{call.decision.message}</p>
        )}
      </Disclosure>
      {!open && call.state === "running" && renderer.meanwhile?.(props)}
    </>
  );
}

/** The whole call, where what is here was cut. */
function OpenFull(props: { session: string; entry: string; onWhole: (call: ToolCall) => void }) {
  const { session, entry, onWhole } = props;
  const open = async () => {
    try {
      const full = await call("GET /api/sessions/{id}/entries/{entry}", { path: { id: session, entry } });
      if (full.body.kind === "tool") onWhole(full.body);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Button look="quiet" onClick={open} className="mt-1 min-h-7 px-2 text-xs">
      {strings.openFull}
    </Button>
  );
}

function Label({ props, summary }: { props: ToolProps; summary: ReactNode }) {
  const { tool, state } = props.call;
  const mark = marks[state];
  const name = rendererOf(tool.name).title ?? tool.display;
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <span role="img" aria-label={mark.word} className={cn("w-3 shrink-0 text-center text-xs", mark.colour)}>
        {mark.sign}
      </span>
      <span className="shrink-0 font-medium">{tool.server ? `${tool.server.display} › ${name}` : name}</span>
      <span className="min-w-0 truncate font-mono text-xs text-soft">{summary}</span>
    </span>
  );
}

function Aside({ call, extra }: { call: ToolCall; extra: ReactNode }) {
  const spent =
    call.startedAt !== undefined && call.endedAt !== undefined ? call.endedAt - call.startedAt : undefined;
  return (
    <span className="flex gap-x-2.5">
      {extra}
      {call.state === "running" && call.startedAt !== undefined && <Elapsed since={call.startedAt} />}
      {spent !== undefined && spent >= 1000 && <span>{duration(spent)}</span>}
    </span>
  );
}

function Elapsed({ since }: { since: number }) {
  const now = useNow();
  return <span className="text-work">{duration(Math.max(0, now - since))}</span>;
}

/** The input so far, as far as it can be read. */
function partial(draft: string | undefined): ToolCall["input"] {
  if (!draft) return null;
  try {
    return parse(draft) as ToolCall["input"];
  } catch {
    return null;
  }
}
