import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { restingPlace, useFocusBack } from "@/lib/focusBack";

interface AskFrameProps {
  title: ReactNode;
  /** Danger and irreversible things interrupt a screen reader. */
  urgent?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** The ways to answer: always in sight, whatever scrolls above them. */
  actions: ReactNode;
  /** Further ways, one to a line below the buttons. */
  more?: ReactNode;
  children?: ReactNode;
}

/** The region of one ask. Focus moves here when it appears, and back when it is settled, unless the person is typing. */
export function AskFrame({ title, urgent = false, onKeyDown, actions, more, children }: AskFrameProps) {
  const id = useId();
  const region = useRef<HTMLDivElement>(null);
  const pane = useRef<Element>(undefined);
  useFocusBack(() => restingPlace(pane.current));
  useEffect(() => {
    pane.current = region.current?.closest("[data-session]") ?? undefined;
    const before = document.activeElement;
    const typing =
      (before instanceof HTMLTextAreaElement || before instanceof HTMLInputElement) && before.value !== "";
    if (!typing) region.current?.focus({ preventScroll: true });
  }, []);
  const onKey = (event: KeyboardEvent) => {
    onKeyDown?.(event);
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // Where it says no to nothing, it leaves: a field first, then what is asked, which goes on waiting.
    event.preventDefault();
    event.stopPropagation();
    const inside = event.target !== event.currentTarget;
    (inside ? region.current : restingPlace(pane.current))?.focus({ preventScroll: true });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is one of two, which the rule cannot see
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a label
    <div
      ref={region}
      data-ask
      role={urgent ? "alertdialog" : "dialog"}
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={onKey}
      className="flex max-h-[calc(var(--page-height,100dvh)*0.6)] flex-col outline-none"
    >
      <div className="-mx-1 min-h-0 flex-1 space-y-2 overflow-y-auto px-1 pt-3 pb-1">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {children}
      </div>
      <div className="shrink-0 space-y-2 pt-2 pb-3">
        <div className="flex flex-wrap items-stretch gap-2 max-md:[&>button]:grow">{actions}</div>
        {more}
      </div>
    </div>
  );
}
