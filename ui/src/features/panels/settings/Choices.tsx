import { useId } from "react";
import { cn } from "@/lib/cn";

export interface Choice {
  value: string;
  name: string;
  text?: string | undefined;
}

interface ChoicesProps {
  label: string;
  choices: Choice[];
  value: string | undefined;
  disabled?: boolean;
  onChoose: (value: string) => void;
}

/** One of several, each with a sentence that says what it means. */
export function Choices({ label, choices, value, disabled, onChoose }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset disabled={disabled} className="rounded-md border border-line">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={cn(
            "flex cursor-pointer items-start gap-2 border-b border-line px-3 py-2 last:border-b-0 hover:bg-panel",
            "has-focus-visible:outline-2 has-focus-visible:outline-focus",
            choice.value === value && "bg-panel",
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
            className="mt-1 shrink-0 accent-solid outline-none"
          />
          <span className="min-w-0">
            <span className="block text-sm font-medium">{choice.name}</span>
            {choice.text && <span className="block text-xs text-soft">{choice.text}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface SegmentsProps {
  label: string;
  values: string[];
  value: string | undefined;
  disabled?: boolean;
  onChoose: (value: string) => void;
}

/** One of a few short words, side by side. */
export function Segments({ label, values, value, disabled, onChoose }: SegmentsProps) {
  return (
    <fieldset
      disabled={disabled}
      className="inline-flex max-w-full flex-wrap gap-0.5 rounded-md border border-line bg-raised p-0.5"
    >
      <legend className="sr-only">{label}</legend>
      {values.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === value}
          onClick={() => onChoose(one)}
          className={cn(
            "min-h-7 rounded-sm px-2.5 text-sm disabled:opacity-50 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
            one === value ? "bg-ink/10 font-medium text-ink" : "text-soft hover:bg-panel hover:text-ink",
          )}
        >
          {one}
        </button>
      ))}
    </fieldset>
  );
}
