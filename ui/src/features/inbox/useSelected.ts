import { useEffect, useRef, useState } from "react";
import { frameOf, selectFrame, subscribeFrames } from "@/features/asks/frames";
import { selectedOf } from "./inbox.logic";

/**
 * The one request that is selected, by its session: the focused one, and the next one when that is settled. It has the
 * focus on arrival and as long as the person does not go elsewhere.
 */
export function useSelected(sessions: string[]): string | undefined {
  const [chosen, setChosen] = useState<string>();
  const before = useRef<string[]>([]);
  const selected = selectedOf(chosen, before.current, sessions);
  const names = sessions.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is new with every drawing, its names are not
  useEffect(() => {
    before.current = sessions;
    setChosen(selected);
    selectFrame(selected);
    return () => selectFrame(undefined);
  }, [names, selected]);

  const held = useRef(true);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const request = target instanceof Element ? target.closest("[data-ask]") : null;
      held.current = request !== null;
      const session = before.current.find((one) => frameOf(one)?.element === request);
      if (request && session !== undefined) setChosen(session);
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);

  useEffect(() => {
    if (selected === undefined) return;
    const hold = () => {
      if (!held.current || document.activeElement !== document.body) return;
      frameOf(selected)?.element.focus({ preventScroll: true });
    };
    hold();
    return subscribeFrames(hold);
  }, [selected]);
  return selected;
}
