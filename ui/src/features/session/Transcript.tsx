import { ArrowDown } from "lucide-react";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import { connection } from "@/api/connection";
import type { EntryPage, SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { get } from "@/api/http";
import { Button } from "@/components/ui/button";
import { strings } from "@/strings";
import { EntryRow } from "./EntryRow";
import { isAtEnd, rowsOf } from "./transcript.logic";

const entriesOf = (view: SessionView) => view.entries;
const hasOlderOf = (view: SessionView) => view.hasOlder;
const draftsOf = (view: SessionView) => view.drafts;

/** The conversation: a log of work that stays at its end only while the reader is there. */
export function Transcript({ session }: { session: string }) {
  const entries = useView(session, entriesOf);
  const hasOlder = useView(session, hasOlderOf) ?? false;
  const drafts = useView(session, draftsOf);
  const { rows, children } = useMemo(() => rowsOf(entries ?? []), [entries]);
  const list = useRef<VListHandle>(null);
  const [atEnd, setAtEnd] = useState(true);
  const following = useRef(true);
  const { loading, loadOlder } = useOlder(session, hasOlder, entries?.[0]?.id);

  const toEnd = useCallback(() => {
    following.current = true;
    setAtEnd(true);
    list.current?.scrollToIndex(Number.MAX_SAFE_INTEGER, { align: "end" });
  }, []);

  // Whatever grew, a reader at the end stays at the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows and drafts are what grows
  useLayoutEffect(() => {
    if (following.current) list.current?.scrollToIndex(rows.length - 1, { align: "end" });
  }, [rows, drafts]);

  const onScroll = (offset: number) => {
    const handle = list.current;
    if (!handle) return;
    const end = isAtEnd({ offset, viewport: handle.viewportSize, size: handle.scrollSize });
    following.current = end;
    setAtEnd(end);
    if (offset < 400) loadOlder();
  };

  if (!entries) return <p className="flex-1 p-6 text-soft">{strings.loading}</p>;
  return (
    <div className="relative min-h-0 flex-1">
      <div role="log" aria-label={strings.transcript} aria-live="off" className="h-full">
        <VList
          ref={list}
          shift={loading}
          onScroll={onScroll}
          className="h-full overscroll-contain px-4 pt-4 pb-2"
        >
          {rows.map((entry) => (
            <EntryRow key={entry.id} session={session} entry={entry} childrenOf={children} />
          ))}
        </VList>
      </div>
      {!atEnd && (
        <Button
          onClick={toEnd}
          className="absolute right-4 bottom-3 rounded-full shadow-sm"
          aria-label={strings.jumpToEnd}
        >
          <ArrowDown size={16} />
        </Button>
      )}
    </div>
  );
}

/** Loads the page before the oldest entry, one at a time. */
function useOlder(session: string, hasOlder: boolean, oldest: string | undefined) {
  const [loading, setLoading] = useState(false);
  const busy = useRef(false);
  const loadOlder = useCallback(async () => {
    if (busy.current || !hasOlder || oldest === undefined) return;
    busy.current = true;
    setLoading(true);
    try {
      const path = `api/sessions/${session}/entries?before=${encodeURIComponent(oldest)}&limit=200`;
      connection.addOlder(session, await get<EntryPage>(path));
    } catch {
      // The page stays as it is; scrolling up again tries again.
    } finally {
      busy.current = false;
      // The list keeps its place until the new rows are measured.
      requestAnimationFrame(() => setLoading(false));
    }
  }, [session, hasOlder, oldest]);
  return { loading, loadOlder };
}
