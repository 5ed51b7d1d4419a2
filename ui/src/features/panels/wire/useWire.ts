// The newest records of a session, earlier ones on demand, and new ones as they come.

import { useCallback, useEffect, useRef, useState } from "react";
import type { WireRecord } from "@/api/generated";
import { useView } from "@/api/hooks";
import { listRecords } from "@/api/reads";
import { select } from "@/api/selectors";
import { asError } from "@/lib/load";
import { merged } from "./wire.logic";

const PAGE = 400;
/** Deltas come by the hundred; the list is renewed a few times a second at most. */
const PAUSE_MS = 400;

export interface Wire {
  /** Whether the session has arrived, without which nothing is asked for. */
  known: boolean;
  records: WireRecord[];
  loading: boolean;
  error: Error | undefined;
  /** The sequence of the first record that is loaded. */
  first: number;
  earlier: () => void;
  retry: () => void;
}

export function useWire(session: string): Wire {
  const seq = useView(session, select.seq);
  const [records, setRecords] = useState<WireRecord[]>([]);
  const [loading, setLoading] = useState(true);
  const [error, setError] = useState<Error>();
  const from = useRef<number>(undefined);
  const last = useRef(0);
  const busy = useRef(false);

  const read = useCallback(
    async (after: number, limit: number) => {
      busy.current = true;
      try {
        const page = await listRecords(session, after, limit);
        last.current = Math.max(last.current, page.records.at(-1)?.seq ?? 0);
        setRecords((before) => merged(before, page.records));
        setError(undefined);
      } catch (problem) {
        setError(asError(problem));
      } finally {
        busy.current = false;
        setLoading(false);
      }
    },
    [session],
  );

  useEffect(() => {
    if (seq === undefined || seq <= last.current) return;
    if (from.current === undefined) {
      from.current = Math.max(0, seq - PAGE);
      void read(from.current, PAGE);
      return;
    }
    const timer = setTimeout(() => {
      if (!busy.current) void read(last.current, 1000);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [seq, read]);

  const earlier = () => {
    const before = from.current ?? 0;
    from.current = Math.max(0, before - PAGE);
    void read(from.current, before - from.current);
  };
  const retry = () => void read(Math.max(last.current, from.current ?? 0), PAGE);
  return { known: seq !== undefined, records, loading, error, first: records[0]?.seq ?? 1, earlier, retry };
}
