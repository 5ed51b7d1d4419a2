import { Wrench } from "lucide-react";
import { parse } from "partial-json";
import { type ReactNode, Suspense, useState } from "react";
import type { Entry, ToolCall, ToolState } from "@/api/generated";
import { useView } from "@/api/hooks";
import { readEntry } from "@/api/reads";
import { select } from "@/api/selectors";
import { Button } from "@/components/ui/button";
import { StatusMark, type Tone } from "@/components/ui/status";
import { cn } from "@/lib/cn";
import { duration } from "@/lib/format";
import { later } from "@/lib/later";
import { toastError } from "@/lib/problem";
import { strings, toolStrings as words } from "@/strings";
import { withLateTexts } from "@/strings/withLateTexts";
import { EntryRow, type RowProps } from "../EntryRow";
import { Disclosure } from "../entries/Disclosure";
import { useDraft } from "../entries/TextRow";
import { useSessionNow } from "../now";
import { useOpen } from "../open";
import { shownPath } from "./input";
import { rareTools, rendererOf, type ToolProps, type ToolRenderer } from "./registry";

const tones: Record<ToolState, Tone> = {
  streaming: "work",
  waiting: "wait",
  running: "work",
  done: "done",
  failed: "fail",
  denied: "denied",
  interrupted: "stopped",
};

const RareRow = later(withLateTexts(() => import("./rare").then((module) => module.RareRow)));

/** One call of a tool. */
export function ToolRow(props: RowProps<"tool">) {
  const { name } = props.body.tool;
  const row = <CallRow {...props} renderer={rendererOf(name)} />;
  if (!rareTools.has(name)) return row;
  return (
    <Suspense fallback={row}>
      <RareRow {...props} />
    </Suspense>
  );
}

/** A quiet line until it is opened; failures open themselves. */
export function CallRow(row: RowProps<"tool"> & { renderer: ToolRenderer }) {
  const { session, entry, body, childrenOf, renderer } = row;
  const [whole, setWhole] = useState<ToolCall>();
  const call = whole ?? body;
  const draft = useDraft(session, entry.id);
  const cwd = useView(session, select.cwd);
  const input = call.state === "streaming" ? partial(draft) : (call.changedInput ?? call.input);
  const inside = childrenOf.get(entry.id) ?? [];
  const props: ToolProps = {
    session,
    entry,
    call,
    input,
    shown: (path) => shownPath(path ?? "", cwd),
    inside,
    renderInside: (child: Entry): ReactNode => (
      <EntryRow key={child.id} session={session} entry={child} childrenOf={childrenOf} />
    ),
  };
  const opens = call.state === "failed" || (renderer.opens?.(props) ?? false);
  const [open, setOpen] = useOpen(session, entry.id, opens);
  return (
    <>
      <Disclosure
        flush={inside.length === 0}
        open={open}
        onToggle={setOpen}
        label={<Label props={props} renderer={renderer} />}
        aside={<Aside session={session} call={call} extra={renderer.aside?.(props)} />}
      >
        {call.changedInput !== undefined && <p className="pb-1 text-xs text-wait">{words.inputChanged}</p>}
        {renderer.details(props)}
        {!whole && (body.inputCut || (body.result?.structuredCut && !renderer.foldsItself)) && (
          <OpenFull session={session} entry={entry.id} onWhole={setWhole} />
        )}
        {denialOf(call) && <p className="pt-1 text-sm text-fail">{denialOf(call)}</p>}
      </Disclosure>
      {!open && call.state === "running" && renderer.meanwhile?.(props)}
    </>
  );
}

/** Why the call was denied, unless its result contains the reason. */
function denialOf({ decision, result }: ToolCall): string | undefined {
  if (!decision || decision.allowed || !decision.message) return undefined;
  return result?.text.text.includes(decision.message) ? undefined : decision.message;
}

/** The whole call, where what is here was cut. */
function OpenFull(props: { session: string; entry: string; onWhole: (call: ToolCall) => void }) {
  const { session, entry, onWhole } = props;
  const open = async () => {
    try {
      const full = await readEntry(session, entry);
      if (full.body.kind === "tool") onWhole(full.body);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <Button look="quiet" onClick={open} className="mt-1 min-h-7 px-2 text-xs">
      {strings.openFull}
    </Button>
  );
}

function Label({ props, renderer }: { props: ToolProps; renderer: ToolRenderer }) {
  const { tool, state } = props.call;
  const Icon = renderer.icon ?? Wrench;
  const name = renderer.title?.(props) ?? tool.display;
  return (
    <span className={cn("flex min-w-0 items-center gap-2", state === "done" && "text-soft")}>
      <span role="img" aria-label={words.states[state]} className="w-[15px] shrink-0">
        {state === "done" ? (
          <Icon size={15} strokeWidth={1.75} aria-hidden className="text-soft" />
        ) : (
          <StatusMark tone={tones[state]} />
        )}
      </span>
      <span className="max-w-[60%] shrink-0 truncate">
        {tool.server ? `${tool.server.display} › ${name}` : name}
      </span>
      <span className="min-w-0 truncate font-mono text-xs text-soft">{renderer.summary(props)}</span>
    </span>
  );
}

function Aside({ session, call, extra }: { session: string; call: ToolCall; extra: ReactNode }) {
  const spent =
    call.startedAt !== undefined && call.endedAt !== undefined ? call.endedAt - call.startedAt : undefined;
  return (
    <span className="flex items-center gap-x-2.5">
      {extra}
      {call.state === "running" && call.startedAt !== undefined && (
        <Elapsed session={session} since={call.startedAt} />
      )}
      {spent !== undefined && spent >= 1000 && <span>{duration(spent)}</span>}
    </span>
  );
}

function Elapsed({ session, since }: { session: string; since: number }) {
  const now = useSessionNow(session);
  return <span className="text-work">{duration(Math.max(0, Math.floor((now - since) / 1000) * 1000))}</span>;
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
