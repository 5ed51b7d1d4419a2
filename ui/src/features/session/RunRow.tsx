import { Files } from "lucide-react";
import { memo } from "react";
import type { Entry, EntryId } from "@/api/generated";
import { StatusMark } from "@/components/ui/status";
import { duration } from "@/lib/format";
import { toolStrings as words } from "@/strings";
import { column, EntryRow, UnreadLine } from "./EntryRow";
import { Disclosure } from "./entries/Disclosure";
import { useOpen } from "./open";
import { type Run, summaryOf } from "./runs.logic";

interface RunRowProps {
  session: string;
  run: Run;
  childrenOf: ReadonlyMap<EntryId, Entry[]>;
  unread: boolean;
  targeted: EntryId | undefined;
}

/** The part of the open states that belongs to a run and not to its first call. */
export const RUN = "run";

/** A run of calls: one line that opens into its calls. */
export const RunRow = memo(function RunRow({ session, run, childrenOf, unread, targeted }: RunRowProps) {
  const [open, setOpen] = useOpen(session, run.id, false, RUN);
  const { text, milliseconds, running } = summaryOf(run);
  return (
    <div data-run={run.id} className={column}>
      {unread && <UnreadLine />}
      <Disclosure
        open={open}
        onToggle={setOpen}
        label={
          <span className="flex min-w-0 items-center gap-2 text-soft">
            <span role="img" aria-label={running ? words.states.running : words.states.done}>
              {running ? (
                <StatusMark tone="work" />
              ) : (
                <Files size={15} strokeWidth={1.75} aria-hidden className="text-soft" />
              )}
            </span>
            <span className="truncate">{text}</span>
            {milliseconds >= 1000 && <span className="text-faint">{duration(milliseconds)}</span>}
          </span>
        }
      >
        {run.calls.map((entry) => (
          <EntryRow
            key={entry.id}
            session={session}
            entry={entry}
            childrenOf={childrenOf}
            targeted={entry.id === targeted}
          />
        ))}
      </Disclosure>
    </div>
  );
});
