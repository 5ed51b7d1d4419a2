import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";

interface AskFrameProps {
  title: ReactNode;
  /** Danger and irreversible things interrupt a screen reader. */
  urgent?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

/** The region of one ask. Focus moves here when it appears, and back when it is settled, unless the person is typing. */
export function AskFrame({ title, urgent = false, onKeyDown, children }: AskFrameProps) {
  const id = useId();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const typing = before instanceof HTMLTextAreaElement && before.value !== "";
    if (!typing) region.current?.focus({ preventScroll: true });
    return () => {
      const lost = document.activeElement === document.body || document.activeElement === null;
      if (lost && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is one of two, which the rule cannot see
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a label
    <div
      ref={region}
      role={urgent ? "alertdialog" : "dialog"}
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="space-y-2 outline-none"
    >
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </div>
  );
}
