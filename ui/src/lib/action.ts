// Something a person does in a panel: whether it is under way, and what came back.

import { useCallback, useRef, useState } from "react";
import { problemText } from "@/lib/problem";

export interface Outcome {
  ok: boolean;
  text: string;
}

export interface Action {
  busy: boolean;
  outcome: Outcome | undefined;
  /** Runs it. What it returns is said to the person; nothing is said when it returns nothing. */
  run: (work: () => Promise<string | undefined>) => Promise<boolean>;
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const newest = useRef(0);
  const run = useCallback(async (work: () => Promise<string | undefined>) => {
    newest.current += 1;
    const mine = newest.current;
    setBusy(true);
    setOutcome(undefined);
    const result = await work().then(
      (text): Outcome | undefined => (text === undefined ? undefined : { ok: true, text }),
      (error: unknown): Outcome => ({ ok: false, text: problemText(error) }),
    );
    if (mine === newest.current) {
      setBusy(false);
      setOutcome(result);
    }
    return result?.ok ?? true;
  }, []);
  return { busy, outcome, run };
}
