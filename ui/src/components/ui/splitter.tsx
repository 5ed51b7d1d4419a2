import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { cn } from "@/lib/cn";

interface SplitterProps {
  label: string;
  /** The width it sets, in pixels. */
  value: number;
  least: number;
  most: number;
  /** Whether what it sets is to its left or to its right. */
  sets: "left" | "right";
  onChange: (width: number) => void;
  className?: string;
}

const STEP = 16;

/** A line that is dragged, or moved with the arrow keys, to set a width. */
export function Splitter({ label, value, least, most, sets, onChange, className }: SplitterProps) {
  const drag = useRef<{ x: number; width: number }>(undefined);
  const sign = sets === "left" ? 1 : -1;
  const set = (width: number) => onChange(Math.round(Math.min(most, Math.max(least, width))));

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: value };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current) set(drag.current.width + sign * (event.clientX - drag.current.x));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -STEP * sign, ArrowRight: STEP * sign };
    const step = steps[event.key];
    if (step !== undefined) set(value + step);
    else if (event.key === "Home") set(least);
    else if (event.key === "End") set(most);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between paragraphs cannot be dragged
    <div
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        drag.current = undefined;
      }}
      onKeyDown={onKeyDown}
      className={cn(
        "relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-line",
        // The line is thin, what can be grabbed is not.
        "after:absolute after:inset-y-0 after:-left-1 after:w-2 hover:bg-focus focus-visible:bg-focus",
        className,
      )}
    />
  );
}
