import { type KeyboardEvent, useRef } from "react";
import { cn } from "@/lib/cn";

interface Tab<K extends string> {
  id: K;
  title: string;
}

interface SegmentedProps<K extends string> {
  label: string;
  options: Tab<K>[];
  value: K;
  onChoose: (value: K) => void;
  className?: string;
}

export const tabLook =
  "inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-sm whitespace-nowrap text-soft hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink aria-checked:bg-hover aria-checked:font-medium aria-checked:text-ink aria-selected:bg-hover aria-selected:font-medium aria-selected:text-ink pointer-coarse:min-h-11 pointer-coarse:px-3";

/** One of a few that stand side by side. The arrow keys move the choice. */
export function Segmented<K extends string>({
  label,
  options,
  value,
  onChoose,
  className,
}: SegmentedProps<K>) {
  const row = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = options.findIndex(({ id }) => id === value);
    const next = (at + step + options.length) % options.length;
    const option = options[next];
    if (!option) return;
    onChoose(option.id);
    (row.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div
      ref={row}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={cn("flex gap-0.5", className)}
    >
      {options.map(({ id, title }) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio button of the browser cannot look like this
        <button
          key={id}
          type="button"
          role="radio"
          aria-checked={id === value}
          tabIndex={id === value ? 0 : -1}
          onClick={() => onChoose(id)}
          className={tabLook}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
