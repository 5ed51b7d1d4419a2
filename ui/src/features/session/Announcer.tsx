import { useEffect, useRef, useState } from "react";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { announced } from "./liveness.logic";

/** Tells a screen reader when a turn is over or waits. The text that streams and the clock are not read out. */
export function Announcer({ session }: { session: string }) {
  const state = useView(session, select.activity);
  const before = useRef<typeof state>(undefined);
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (state === undefined) return;
    const next = announced(before.current, state);
    before.current = state;
    // The same words twice in a row would not be heard twice: they go while something else happens.
    setSaid(next ?? "");
  }, [state]);
  return (
    <p aria-live="polite" data-announcer className="sr-only">
      {said}
    </p>
  );
}
