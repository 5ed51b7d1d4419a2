// A message whose answer from the host was lost. It may have arrived: then it is not sent a second time.

import { useCallback, useEffect, useRef, useState } from "react";
import type { SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";

interface Attempt {
  /** What was to be sent, to know it again. */
  what: string;
  uuid: string;
}

/** Gives every message its name, the same one when the same message is tried again; tells when a lost one is there. */
export function useAttempt(session: string, onArrived: (what: string) => void) {
  const [lost, setLost] = useState<Attempt>();
  const newest = useRef<Attempt>(undefined);
  const arrived = useView(
    session,
    useCallback((view: SessionView) => lost !== undefined && has(view, lost.uuid), [lost]),
  );
  useEffect(() => {
    if (!arrived || !lost) return;
    newest.current = undefined;
    setLost(undefined);
    onArrived(lost.what);
  }, [arrived, lost, onArrived]);
  return {
    nameFor: (what: string): string => {
      if (newest.current?.what !== what) newest.current = { what, uuid: crypto.randomUUID() };
      return newest.current.uuid;
    },
    answered: () => {
      newest.current = undefined;
      setLost(undefined);
    },
    lost: () => setLost(newest.current),
  };
}

const has = (view: SessionView, uuid: string): boolean =>
  view.queue.some((message) => message.uuid === uuid) ||
  view.entries.some(({ body }) => body.kind === "user" && body.uuid === uuid);
