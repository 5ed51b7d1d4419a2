import { useMemo, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import type { WireRecord } from "@/api/generated";
import { openPage } from "@/app/navigation";
import { Button } from "@/components/ui/button";
import { fieldLook } from "@/components/ui/field";
import { Answer } from "@/components/ui/show";
import { Empty, Failed, Loading } from "@/components/ui/states";
import { AwaitView } from "@/features/panels/AwaitView";
import { useAction } from "@/lib/action";
import { cn } from "@/lib/cn";
import { bytes } from "@/lib/format";
import { timeOfDay } from "@/lib/locale";
import { wireStrings as strings } from "@/strings/late";
import { recordingOf, save } from "./download";
import { RecordView } from "./RecordView";
import { useWire } from "./useWire";
import { allKinds, filtered, wordsOf } from "./wire.logic";

const shownKinds = ["out", "in", "err", "note"];

/** Every line between the host and the CLI, as it was. */
export function WirePanel({ session, item }: { session: string; item?: string | undefined }) {
  const wire = useWire(session);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState("");
  const [onlyUnknown, setOnlyUnknown] = useState(false);
  const [chosen, setChosen] = useState(item === undefined ? undefined : Number(item));
  const list = useRef<VListHandle>(null);
  const records = useMemo(() => {
    const kinds = new Set(allKinds.filter((kind) => !hidden.has(kind)));
    return filtered(wire.records, { kinds, text, onlyUnknown });
  }, [wire.records, hidden, text, onlyUnknown]);
  if (chosen !== undefined)
    return <RecordView session={session} seq={chosen} onBack={() => setChosen(undefined)} />;
  const toggle = (kind: string) => {
    const next = new Set(hidden);
    if (!next.delete(kind)) next.add(kind);
    setHidden(next);
  };
  const unknown = wire.records.some((record) => record.unknown);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="space-y-2.5 border-b border-line px-4 py-3">
        <input
          type="search"
          aria-label={strings.find}
          placeholder={strings.find}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className={`${fieldLook} w-full`}
        />
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">{strings.filter}</legend>
          {shownKinds.map((kind) => (
            <Chip key={kind} on={!hidden.has(kind)} onClick={() => toggle(kind)}>
              {strings.kinds[kind]}
            </Chip>
          ))}
          {unknown && (
            <Chip on={onlyUnknown} onClick={() => setOnlyUnknown(!onlyUnknown)}>
              {strings.onlyUnknown}
            </Chip>
          )}
        </fieldset>
        <Tools
          session={session}
          shown={records.length}
          all={wire.records.length}
          onEnd={() => list.current?.scrollToIndex(records.length - 1)}
        />
      </div>
      {wire.error && <Failed error={wire.error} onRetry={wire.retry} />}
      {!wire.known ? (
        <AwaitView session={session} rows={8} />
      ) : wire.loading && wire.records.length === 0 ? (
        <div className="p-3">
          <Loading rows={8} />
        </div>
      ) : wire.records.length === 0 && wire.error ? null : wire.records.length === 0 ? (
        <div className="p-3">
          <Empty title={strings.emptyTitle}>{strings.empty}</Empty>
        </div>
      ) : records.length === 0 ? (
        <p className="p-3 text-sm text-soft">{strings.nothing}</p>
      ) : (
        <VList ref={list} role="group" aria-label={strings.records} tabIndex={0} className="min-h-0 flex-1">
          {wire.first > 1 && (
            <div className="p-2 text-center">
              <Button look="quiet" onClick={wire.earlier}>
                {strings.earlier}
              </Button>
            </div>
          )}
          {records.map((record) => (
            <RecordRow key={record.seq} record={record} onOpen={() => setChosen(record.seq)} />
          ))}
        </VList>
      )}
    </div>
  );
}

function Chip({ on, onClick, children }: { on: boolean; onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className={cn(
        "min-h-7 rounded-md border border-line px-2 text-xs whitespace-nowrap pointer-coarse:min-h-11",
        on ? "bg-hover text-ink" : "text-faint line-through hover:text-ink",
      )}
    >
      {children}
    </button>
  );
}

interface ToolsProps {
  session: string;
  shown: number;
  all: number;
  onEnd: () => void;
}

function Tools({ session, shown, all, onEnd }: ToolsProps) {
  const action = useAction();
  const [read, setRead] = useState(0);
  const download = () =>
    action.run(async () => {
      const lines = await recordingOf(session, setRead);
      save(`${session}.ndjson`, `${lines.join("\n")}\n`);
      return strings.downloaded(lines.length);
    });
  return (
    <div>
      <div className="flex items-center gap-1 text-xs text-soft">
        <span className="mr-auto">{action.busy ? strings.downloading(read) : strings.shown(shown, all)}</span>
        <Button look="quiet" size="small" onClick={onEnd}>
          {strings.follow}
        </Button>
        <Button look="quiet" size="small" onClick={() => openPage("replay", { session })}>
          {strings.replay}
        </Button>
        <Button
          look="quiet"
          size="small"
          aria-label={strings.download}
          onClick={download}
          disabled={action.busy}
          className="-mr-2.5"
        >
          {strings.save}
        </Button>
      </div>
      <Answer outcome={action.outcome} />
    </div>
  );
}

function RecordRow({ record, onOpen }: { record: WireRecord; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full items-center gap-2 border-b border-line px-4 py-1.5 text-left font-mono text-xs hover:bg-panel pointer-coarse:min-h-11"
    >
      <span
        className={cn(
          "w-3 shrink-0",
          record.kind === "in" ? "text-done" : record.kind === "err" ? "text-fail" : "text-work",
        )}
        title={strings.kinds[record.kind] ?? record.kind}
      >
        <span aria-hidden>{strings.arrows[record.kind] ?? "?"}</span>
        <span className="sr-only">{strings.kinds[record.kind] ?? record.kind}</span>
      </span>
      <span className="shrink-0 text-faint">{timeOfDay(record.at)}</span>
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium">{record.name || record.kind}</span>{" "}
        <span className="text-faint">{wordsOf(record)}</span>
      </span>
      {record.unknown && (
        <span className="shrink-0 rounded-sm bg-wait-page px-1 text-wait">◆ {strings.unknown}</span>
      )}
      <span className="shrink-0 text-faint">{bytes(record.size)}</span>
    </button>
  );
}
