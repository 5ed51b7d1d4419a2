import { type KeyboardEvent, useRef } from "react";
import { cn } from "@/lib/cn";
import { pairs, type Words } from "./words";

interface SegmentedProps<K extends string> {
  label: string;
  words: Words<K>;
  value: K | undefined;
  disabled?: boolean | undefined;
  onChoose: (value: K) => void;
  className?: string;
}

export const tabLook =
  "inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-sm whitespace-nowrap text-soft hover:text-ink disabled:opacity-50 aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink aria-checked:bg-hover aria-checked:font-medium aria-checked:text-ink aria-selected:bg-hover aria-selected:font-medium aria-selected:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:px-3";

/** One of a few that stand side by side. The arrow keys move the choice. */
export function Segmented<K extends string>({
  label,
  words,
  value,
  disabled,
  onChoose,
  className,
}: SegmentedProps<K>) {
  const row = useRef<HTMLDivElement>(null);
  const options = pairs(words);
  const at = Math.max(
    0,
    options.findIndex(([key]) => key === value),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (at + step + options.length) % options.length;
    const option = options[next];
    if (!option) return;
    onChoose(option[0]);
    (row.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div
      ref={row}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={cn("flex max-w-full flex-wrap gap-0.5", className)}
    >
      {options.map(([key, word], index) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio button of the browser cannot look like this
        <button
          key={key}
          type="button"
          role="radio"
          aria-checked={key === value}
          tabIndex={index === at ? 0 : -1}
          disabled={disabled}
          onClick={() => onChoose(key)}
          className={tabLook}
        >
          {word}
        </button>
      ))}
    </div>
  );
}
