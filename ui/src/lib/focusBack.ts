// Where the focus goes when what had it is gone: back to where it was, or to a place that makes sense.

import { useEffect, useRef, useState } from "react";
import { partOf } from "./panes";

let touched = false;

/** Listens for what the person uses: a finger or a keyboard. */
export function startFocusBack(): void {
  addEventListener(
    "pointerdown",
    (event) => {
      touched = event.pointerType === "touch";
    },
    { capture: true },
  );
  addEventListener(
    "keydown",
    () => {
      touched = false;
    },
    { capture: true },
  );
}

/** The part of a session that takes the focus: its message field; for a finger, which would get a keyboard with it, the transcript. */
export const restingPlace = (session: string): HTMLElement | undefined =>
  partOf(session, touched ? "log" : "field");

/** Gives the focus back when the component goes, if it goes with it. */
export function useFocusBack(elsewhere: () => HTMLElement | null | undefined, gives = true): void {
  // Asked while drawing, since fields of the component may take the focus as soon as they are there.
  const [before] = useState(() => document.activeElement);
  const fallback = useRef(elsewhere);
  useEffect(() => {
    const { current } = fallback;
    if (!gives) return;
    return () => {
      const lost = document.activeElement === document.body || document.activeElement === null;
      if (!lost) return;
      const back = before instanceof HTMLElement && before.isConnected && before !== document.body;
      // A field would open the keyboard of a phone where nobody wants to write.
      const wanted = back && !(touched && before.matches("input, textarea"));
      (wanted ? before : current())?.focus({ preventScroll: true });
    };
  }, [before, gives]);
}
