import { ArrowLeft } from "lucide-react";
import { useMemo, useState } from "react";
import type { Json } from "@/api/generated";
import { CopyButton } from "@/components/CopyButton";
import { JsonTree } from "@/components/JsonTree";
import { IconButton } from "@/components/ui/button";
import { Show } from "@/components/ui/show";
import { Tag } from "@/components/ui/status";
import { Segmented } from "@/components/ui/tabs";
import { bytes } from "@/lib/format";
import { useLoad } from "@/lib/load";
import { dateTime } from "@/lib/locale";
import { wireStrings as strings } from "@/strings/late";
import { recordQuery } from "./download";

/** One record, whole: as a tree, or as the line it is. */
export function RecordView({ session, seq, onBack }: { session: string; seq: number; onBack: () => void }) {
  const record = useLoad(recordQuery(session, seq));
  const [shown, setShown] = useState<"tree" | "raw">("tree");
  const data = record.load.state === "ready" ? record.load.data : undefined;
  const json = useMemo(() => parse(data?.text), [data?.text]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex items-center gap-1 border-b border-line px-2 py-1.5">
        <IconButton label={strings.back} onClick={onBack}>
          <ArrowLeft size={16} />
        </IconButton>
        <h3 className="min-w-0 flex-1 truncate font-mono text-xs">
          #{seq} {data?.name || data?.kind}
        </h3>
        {data && <CopyButton text={() => data.text} label={strings.copy} />}
        <Segmented
          label={strings.filter}
          words={{ tree: strings.tree, raw: strings.raw }}
          value={shown}
          onChoose={setShown}
        />
      </header>
      <div className="min-h-0 flex-1 space-y-3 overflow-auto p-3">
        <Show of={record} rows={8}>
          {(whole) => (
            <>
              <p className="flex flex-wrap items-center gap-2 text-xs text-soft">
                <span>
                  {strings.arrows[whole.kind]} {strings.kinds[whole.kind] ?? whole.kind}
                </span>
                <span>{dateTime(whole.at)}</span>
                <span>{bytes(whole.size)}</span>
                <span>{strings.epoch(whole.epoch)}</span>
                {whole.who && <Tag>{whole.who}</Tag>}
                {whole.unknown && <span className="text-wait">◆ {strings.unknown}</span>}
              </p>
              {shown === "tree" && json !== undefined ? (
                <JsonTree value={json} />
              ) : (
                <>
                  {shown === "tree" && <p className="text-xs text-soft">{strings.notJson}</p>}
                  <pre className="font-mono text-xs break-all whitespace-pre-wrap">{whole.text}</pre>
                </>
              )}
            </>
          )}
        </Show>
      </div>
    </div>
  );
}

function parse(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}
