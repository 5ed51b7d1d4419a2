import { Undo2 } from "lucide-react";
import { useState } from "react";
import { rewind } from "@/api/commands";
import type { Checkpoint, RewindReport } from "@/api/generated";
import { useHost, useView } from "@/api/hooks";
import { rewindQuery } from "@/api/queries";
import { select } from "@/api/selectors";
import { Button } from "@/components/ui/button";
import { PanelBody } from "@/components/ui/section";
import { Answer, Show } from "@/components/ui/show";
import { Empty } from "@/components/ui/states";
import { AwaitView } from "@/features/panels/AwaitView";
import { useAction } from "@/lib/action";
import { age, shortPath } from "@/lib/format";
import { useLoad } from "@/lib/load";
import { dateTime } from "@/lib/locale";
import { useNow } from "@/lib/now";
import { filesStrings } from "@/strings/late";
import { NeedsProcess, useProcess } from "../process";

const strings = filesStrings.rewind;

/** Restores files to what they were before a message, after showing what would change. */
export function RewindPanel({ session, item }: { session: string; item?: string | undefined }) {
  const checkpoints = useView(session, select.checkpoints);
  const enabled = useView(session, select.checkpointing);
  const started = useProcess(session).epoch > 0;
  const [chosen, setChosen] = useState(item);
  if (!checkpoints) return <AwaitView session={session} />;
  return (
    <PanelBody className="space-y-4">
      <p className="text-xs text-soft">{strings.note}</p>
      {started && enabled === false && checkpoints.length === 0 ? (
        <Empty title={strings.off} />
      ) : checkpoints.length === 0 ? (
        <Empty title={strings.emptyTitle}>{strings.empty}</Empty>
      ) : (
        <NeedsProcess session={session}>
          <ol aria-label={strings.list} className="space-y-2">
            {[...checkpoints].reverse().map((checkpoint) => (
              <li key={checkpoint.uuid}>
                <Row
                  session={session}
                  checkpoint={checkpoint}
                  open={checkpoint.uuid === chosen}
                  onOpen={() => setChosen(checkpoint.uuid === chosen ? undefined : checkpoint.uuid)}
                />
              </li>
            ))}
          </ol>
        </NeedsProcess>
      )}
    </PanelBody>
  );
}

interface RowProps {
  session: string;
  checkpoint: Checkpoint;
  open: boolean;
  onOpen: () => void;
}

function Row({ session, checkpoint, open, onOpen }: RowProps) {
  const now = useNow();
  return (
    <div className={"rounded-xl border border-line bg-raised"}>
      <button
        type="button"
        aria-expanded={open}
        onClick={onOpen}
        className="flex w-full items-baseline gap-2 px-3 py-2 text-left text-sm hover:bg-panel pointer-coarse:py-3"
      >
        <span className="line-clamp-2 min-w-0 flex-1 break-words">
          {checkpoint.preview || strings.before}
        </span>
        <time
          dateTime={new Date(checkpoint.at).toISOString()}
          title={dateTime(checkpoint.at)}
          className="shrink-0 text-xs text-soft"
        >
          {age(checkpoint.at, now)}
        </time>
      </button>
      {open && <Preview session={session} checkpoint={checkpoint} />}
    </div>
  );
}

function Preview({ session, checkpoint }: { session: string; checkpoint: Checkpoint }) {
  const report = useLoad(rewindQuery(session, checkpoint.uuid));
  const action = useAction();
  const restore = (files: number) =>
    action.run(async () => {
      const done = await rewind(session, checkpoint.uuid, false);
      if (!done.canRewind) throw new Error(done.problem ?? strings.cannot);
      await report.reload();
      return strings.restored(files);
    });
  return (
    <div className="space-y-2 border-t border-line p-3">
      <Show of={report} rows={2}>
        {(data) => <Report report={data} busy={action.busy} onRestore={() => restore(data.files.length)} />}
      </Show>
      <Answer outcome={action.outcome} />
    </div>
  );
}

function Report({ report, busy, onRestore }: { report: RewindReport; busy: boolean; onRestore: () => void }) {
  const host = useHost();
  if (!report.canRewind) return <p className="text-sm text-fail">{report.problem ?? strings.cannot}</p>;
  if (report.files.length === 0) return <p className="text-sm text-soft">{strings.nothing}</p>;
  return (
    <>
      <p className="text-sm">
        {strings.would(report.files.length)}{" "}
        <span className="font-mono text-xs text-soft">
          {strings.lines(report.insertions, report.deletions)}
        </span>
      </p>
      <ul className="space-y-0.5 font-mono text-xs">
        {report.files.map((file) => (
          <li key={file} title={file} className="break-all">
            {shortPath(file, host?.home, 60)}
          </li>
        ))}
      </ul>
      <Button look="danger" onClick={onRestore} disabled={busy}>
        <Undo2 size={14} aria-hidden /> {strings.restore(report.files.length)}
      </Button>
    </>
  );
}
